#!/usr/bin/env bash
# A place in a list, such as 2nd, in a message for @fluent/bundle.
# Guess: `NUMBER($place, type: "ordinal")` chooses by the rules for ordinals, as the guide of Project Fluent shows for it.
# Seen: @fluent/bundle 0.19.1 drops `type` without an error and chooses by the rules for amounts: 2th, 3th, 22th. Only a value
#   that the program itself made with `new FluentNumber(2, { type: "ordinal" })` gets the right form.
# Why it matters: boards and ranks are shown by place. The first place is right by chance, the list of errors stays
#   empty, and translators can't see what's wrong with a text that is as in the guide.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @fluent/bundle@0.19.1

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";

const { version } = JSON.parse(readFileSync("node_modules/@fluent/bundle/package.json", "utf8"));
console.log(`@fluent/bundle ${version}`);
const forms = "    [one] {$place}st\n    [two] {$place}nd\n    [few] {$place}rd\n   *[other] {$place}th\n  }";
const bundle = new FluentBundle("en", { useIsolating: false });
const faults = bundle.addResource(
  new FluentResource(`asked = { NUMBER($place, type: "ordinal") ->\n${forms}\ngiven = { $place ->\n${forms}\n`),
);
const textOf = (id, place) => bundle.formatPattern(bundle.getMessage(id).value, { place }, faults);
const places = [1, 2, 3, 4, 21, 22];
const asked = places.map((place) => textOf("asked", place)).join(" ");
const given = places.map((place) => textOf("given", new FluentNumber(place, { type: "ordinal" }))).join(" ");
console.log(`asked for by the message: ${asked}\ngiven by the program: ${given}\nerrors:`, faults);
if (asked !== "1st 2th 3th 4th 21th 22th" || given !== "1st 2nd 3rd 4th 21st 22nd" || faults.length > 0) {
  console.log("A message can now ask for ordinals, or is told that it can't.");
  process.exit(1);
}
SCRIPT
node try.mjs
