#!/usr/bin/env bash
# A JSON Schema that requires a field which its `properties` don't list, read by zod.
# Guess: `z.fromJSONSchema` keeps the requirement, or throws, as it does for keywords that it says it can't take.
# Seen: with zod 4.6.7 it's dropped without a word: `{}` passes. So `anyOf: [{ required: ["content"] }, { required:
#   ["embeds"] }]`, the usual way to say "at least one of them", passes everything, and keywords beside a `$ref`, which
#   count since draft 2019-09, are dropped likewise. ajv 8.20.0 refuses all three.
# Why it matters: a schema that was made from a service's interface document looks as strict as the document, and lets
#   through what the service then refuses. Whoever converts one should check it with a value that has to fail.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E zod@4.6.7 ajv@8.20.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import Ajv from "ajv/dist/2020.js";
import * as z from "zod";

const ajv = new Ajv.default({ strict: false });
const texts = { content: { type: "string" }, embeds: { type: "array" } };
const cases = [
  ["a field without a property", { type: "object", required: ["content"] }, {}],
  [
    "at least one of two fields",
    { type: "object", properties: texts, anyOf: [{ required: ["content"] }, { required: ["embeds"] }] },
    {},
  ],
  ["a limit beside a reference", { $defs: { text: { type: "string" } }, $ref: "#/$defs/text", minLength: 2 }, "a"],
];
const passed = cases.filter(([name, schema, value]) => {
  const byZod = z.fromJSONSchema(schema).safeParse(value).success;
  const byAjv = ajv.validate(schema, value);
  console.log(`${name}: ${JSON.stringify(value)} passes with zod: ${byZod}, with ajv: ${byAjv}`);
  return byZod && !byAjv;
});
const inform = (schema) => {
  try {
    z.fromJSONSchema(schema);
    return "nothing";
  } catch ({ message }) {
    return message;
  }
};
console.log("What zod says of `if`:", inform({ if: { type: "string" }, then: { minLength: 2 } }));
console.log("zod 4.6.7, ajv 8.20.0");
if (passed.length !== cases.length) {
  console.log("zod no longer drops all of these.");
  process.exit(1);
}
SCRIPT
node try.mjs
