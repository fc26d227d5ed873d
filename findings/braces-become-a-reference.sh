#!/usr/bin/env bash
# A text with braces in a file of Project Fluent, read and written again by fluent_conv.
# Guess: `{ "{" }` stays: by Fluent's guide that's how a brace is written, since one by itself starts something to be filled in.
# Seen: with fluent_conv 3.3.0 the braces are bare: "{0}" becomes the number 0, "{name}" the text of the message `name`, and a
#   brace by itself makes the message one that @fluent/bundle 0.19.1 drops. They're bare in the JSON in between already, so
#   no tool can tell them from real ones any more. Texts with variables and plural forms are right.
# Why it matters: help texts tell people to write {name} or show JSON. After a round through the tool that translators use, they
#   show something else, or the message is missing, in the language that was worked on.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E fluent_conv@3.3.0 @fluent/bundle@0.19.1 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { ftl2js, js2ftl } from "fluent_conv";

for (const name of ["fluent_conv", "@fluent/bundle"]) {
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
}
const show = (file) => {
  const bundle = new FluentBundle("en", { useIsolating: false });
  bundle.addResource(new FluentResource(file));
  const message = bundle.getMessage("help");
  return message?.value ? bundle.formatPattern(message.value, { count: 2, name: "Mia" }, []) : "(missing)";
};
const files = {
  'help = { $count ->\n    [one] one day\n   *[other] { $count } days\n} for { $name }\n': "2 days for Mia",
  'name = Your name\nhelp = Write { "{" }name{ "}" } there\n': "Write Your name there",
  'help = { "{" }0{ "}" } comes first\n': "0 comes first",
  'help = It starts with { "{" }\n': "(missing)",
};
const changed = [];
for (const [file, seen] of Object.entries(files)) {
  const written = js2ftl(ftl2js(file));
  const after = show(written);
  console.log(`"${show(file)}" has become "${after}", from ${JSON.stringify(written.trim())}`);
  if (after !== seen) changed.push(after);
}
if (changed.length) {
  console.log(`Shown otherwise now: ${changed.join(", ")}.`);
  process.exit(1);
}
SCRIPT
node try.mjs
