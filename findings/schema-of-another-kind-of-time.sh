#!/usr/bin/env bash
# A time of day, or a day with a time, in a valibot schema, as a JSON Schema.
# Guess: `toJsonSchema` writes a schema that takes the same values, or throws: its readme has `isoTime` and `isoDateTime` among
#   what is supported, without a remark, as it has for others.
# Seen: @valibot/to-json-schema 1.8.0 writes `format: "time"` and `format: "date-time"`, which JSON Schema defines by RFC 3339,
#   with seconds and an offset. valibot 1.5.0 takes `18:00` and `2026-07-01T18:00`, and nothing with seconds or an offset, so
#   not a single value passes both (ajv 8.20.0 with ajv-formats 3.0.1). `isoTimestamp` matches, and `isoTimeSecond` has a pattern.
#   A tuple with an optional last place is off as well: the schema wants both places.
# Why it matters: a service that is described by such a schema refuses whatever a client sends: what fits the description fails
#   inside, and what works is turned down by those who check it beforehand. Many validators ignore formats unless told, so it
#   shows only with those that don't.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E valibot@1.5.0 @valibot/to-json-schema@1.8.0 ajv@8.20.0 ajv-formats@3.0.1 >/dev/null

cat > try.mjs <<'SCRIPT'
import { toJsonSchema } from "@valibot/to-json-schema";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import * as v from "valibot";

const ajv = new Ajv({ strictTuples: false });
addFormats.default(ajv);
function compare(schema, values) {
  const validate = ajv.compile(toJsonSchema(schema));
  return values.map((value) => {
    const answers = [v.safeParse(schema, value).success, validate(value)];
    console.log(`  ${JSON.stringify(value)}: valibot ${answers[0]}, JSON Schema ${answers[1]}`);
    return answers.join("/");
  });
}
console.log("valibot 1.5.0, @valibot/to-json-schema 1.8.0, ajv 8.20.0");
const moments = ["2026-07-01T18:00", "2026-07-01T18:00:00Z", "2026-07-01T18:00:00+02:00"];
console.log("isoTime");
const times = compare(v.pipe(v.string(), v.isoTime()), ["18:00", "18:00:00Z"]);
console.log("isoDateTime");
const dateTimes = compare(v.pipe(v.string(), v.isoDateTime()), moments);
console.log("isoTimestamp");
const timestamps = compare(v.pipe(v.string(), v.isoTimestamp()), moments);
console.log("a tuple with an optional place");
const tuples = compare(v.tuple([v.string(), v.optional(v.number())]), [["Mia", 1], ["Mia"]]);
if (timestamps.join() !== "false/false,true/true,true/true") {
  console.log("Timestamps don't match either.");
  process.exit(1);
}
if (
  times.join() !== "true/false,false/true" ||
  dateTimes.join() !== "true/false,false/true,false/true" ||
  tuples.join() !== "true/true,true/false"
) {
  console.log("valibot and the JSON Schema agree now, at least on one of them.");
  process.exit(1);
}
SCRIPT
node try.mjs
