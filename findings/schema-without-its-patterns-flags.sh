#!/usr/bin/env bash
# A zod schema with a regular expression that has a flag, as a JSON Schema.
# Guess: `z.toJSONSchema` writes a pattern that means the same, or throws, as it does for whatever else JSON Schema can't say.
# Seen: with zod 4.6.7 the flags are left out without a word. JSON Schema has none (patterns are to be read as with `u`),
#   so a validator refuses what zod takes: `AB12` for /^[a-f0-9]+$/i. A pattern without `u` may not even be one with it:
#   ajv 8.20.0 can't compile the schema of /^\d+\-\d+$/, since `\-` is an error there.
# Why it matters: whoever generates the description of a service, or of a bot's settings, from its schemas describes
#   something stricter than what runs, and clients that were made from it refuse values that are fine. Patterns for
#   such schemas have to be written without flags and be valid with `u`.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E zod@4.6.7 ajv@8.20.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import Ajv from "ajv/dist/2020.js";
import * as z from "zod";

const hex = z.string().regex(/^[a-f0-9]+$/i);
const lines = z.string().regex(/^a.*b$/s);
const range = z.string().regex(/^\d+\-\d+$/);
const ajv = new Ajv.default();
const differing = [
  [hex, "AB12"],
  [lines, "a\nb"],
].filter(([schema, text]) => {
  const described = z.toJSONSchema(schema);
  const byZod = schema.safeParse(text).success;
  const byAjv = ajv.validate(described, text);
  console.log(described.pattern, JSON.stringify(text), `zod: ${byZod}, ajv: ${byAjv}`);
  return byZod && !byAjv;
});
const refusal = (() => {
  try {
    ajv.compile(z.toJSONSchema(range));
    return undefined;
  } catch ({ message }) {
    return message;
  }
})();
console.log(z.toJSONSchema(range).pattern, `zod: ${range.safeParse("1-2").success}, ajv: ${refusal}`);
console.log("zod 4.6.7, ajv 8.20.0");
if (differing.length !== 2 || refusal === undefined) {
  console.log("A schema's pattern now takes its flags, or their absence, into account.");
  process.exit(1);
}
SCRIPT
node try.mjs
