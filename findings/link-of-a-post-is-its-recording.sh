#!/usr/bin/env bash
# The link of a post in an Atom feed, by rss-parser.
# Guess: `link` is the address of the post: RFC 4287 says that a link without `rel` is the alternate one (4.2.7.2), and the order of
#   links means nothing (4.1.2).
# Seen: rss-parser 3.13.0 takes a link with `rel="alternate"`, or else the first one there is: the recording, the post's own
#   address in the API, or the comments. The same goes for the feed as a whole, whose `link` is then the address of the feed.
#   feedparser 2.6.0 reads all of them right.
# Why it matters: what a bot posts about a new article leads to a file or to XML. Feeds that name the alternate link, or put it
#   first, work, so it depends on the program that wrote the feed.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E rss-parser@3.13.0 feedparser@2.6.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import FeedParser from "feedparser";
import Parser from "rss-parser";

for (const name of ["rss-parser", "feedparser"]) {
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
}
const post = (number, links) =>
  `<entry><title>Post ${number}</title><id>urn:post:${number}</id><updated>2026-07-0${number}T18:00:00Z</updated>${links}</entry>`;
const page = (number) => `<link href="https://example.org/posts/${number}"/>`;
const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><id>urn:feed</id><updated>2026-07-04T18:00:00Z</updated>
  <link rel="self" href="https://example.org/feed.xml"/><link href="https://example.org/"/>
  ${post(1, `<link rel="enclosure" type="audio/mpeg" href="https://example.org/1.mp3"/>${page(1)}`)}
  ${post(2, `<link rel="edit" href="https://example.org/api/2"/>${page(2)}`)}
  ${post(3, page(3))}
</feed>`;
const read = await new Parser().parseString(feed);
const links = [read.link, ...read.items.map((item) => item.link)];
const others = [];
await new Promise((resolve, reject) => {
  const parser = Readable.from([feed]).pipe(new FeedParser({}));
  parser.on("error", reject).on("end", resolve);
  parser.on("meta", (meta) => others.unshift(meta.link)).on("data", (item) => others.push(item.link));
});
console.log("rss-parser:", links.join(" "));
console.log("feedparser:", others.join(" "));
const meant = "https://example.org/ https://example.org/posts/1 https://example.org/posts/2 https://example.org/posts/3";
if (others.join(" ") !== meant) {
  console.log("feedparser no longer finds the alternate links.");
  process.exit(1);
}
if (links.join() !== "https://example.org/feed.xml,https://example.org/1.mp3,https://example.org/api/2,https://example.org/posts/3") {
  console.log("rss-parser no longer takes the first link for one without `rel`.");
  process.exit(1);
}
SCRIPT
node try.mjs
