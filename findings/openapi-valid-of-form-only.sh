#!/usr/bin/env bash
# A validator of OpenAPI documents, and documents that break rules of the specification.
#
# Guess: a document that passes has every {part} of a path declared as a parameter, no operationId twice, no two paths that
#   differ only in the name of a part, and schemas whose types JSON Schema knows: the specification says "must" of each.
# Seen: with @seriousme/openapi-schema-validator 2.11.0 all four pass. It validates by the specification's own JSON Schema,
#   which can say none of the first three, and leaves what is inside of a schema in OpenAPI 3.1 to the schema's dialect, which
#   it doesn't check. A reference to nothing is refused.
# Why it matters: a document that was generated and "is valid" may still be one that no tool can use. Whoever generates one
#   has to check these rules beside the validator.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null && npm pkg set type=module >/dev/null && npm i --silent -E @seriousme/openapi-schema-validator@2.11.0 >/dev/null
cat >try.js <<'JS'
import { Validator } from "@seriousme/openapi-schema-validator";

const answer = (schema = {}) => ({ 200: { description: "ok", content: { "application/json": { schema } } } });
const part = (name) => ({ name, in: "path", required: true, schema: { type: "string" } });
const documents = {
  "a reference to nothing": { "/a": { get: { responses: answer({ $ref: "#/components/schemas/Nope" }) } } },
  "a part of a path that isn't declared": { "/a/{id}": { get: { responses: answer() } } },
  "one operationId twice": {
    "/a": { get: { operationId: "read", responses: answer() } },
    "/b": { get: { operationId: "read", responses: answer() } },
  },
  "two paths that are one": {
    "/a/{id}": { get: { parameters: [part("id")], responses: answer() } },
    "/a/{name}": { get: { parameters: [part("name")], responses: answer() } },
  },
  "a type that JSON Schema doesn't have": { "/a": { get: { responses: answer({ type: "text" }) } } },
};
for (const [what, paths] of Object.entries(documents)) {
  const { valid } = await new Validator().validate({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths });
  console.log(`${what}: ${valid ? "valid" : "refused"}`);
}
JS
echo "@seriousme/openapi-schema-validator 2.11.0, node $(node --version)"
seen=$(node try.js)
echo "$seen"
[ "$seen" = "a reference to nothing: refused
a part of a path that isn't declared: valid
one operationId twice: valid
two paths that are one: valid
a type that JSON Schema doesn't have: valid" ] || { echo "It behaves otherwise now." >&2; exit 1; }
