#!/usr/bin/env bash
# A length of time among the settings, by convict with convict-format-with-moment.
# Guess: `1.5 hours` and `1 hour 30 minutes` are 90 minutes, or `validate` refuses them: by the readme a `duration` is milliseconds or
#   a human readable string such as "5 days", parsed by Moment.js.
# Seen: with convict 6.2.5 and convict-format-with-moment 6.2.0 both are an hour: it looks at the digits before the point, and at the
#   first two words. A unit that isn't a full word is no time: `30 min`, `2 h` and `half an hour` are 0, and `1h` is a millisecond.
#   Strict validation passes all of them. `90 minutes` and `5 days` are right.
# Why it matters: what is to be asked for every half hour is asked for without a pause, or a session ends as it begins. Who sets up
#   the bot reads that words will do, and nothing warns. A check for a least length finds most of these.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E convict@6.2.5 convict-format-with-moment@6.2.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import convict from "convict";
import formats from "convict-format-with-moment";

const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`;
console.log(`${version("convict")}, ${version("convict-format-with-moment")}, Node.js ${process.version}`);
convict.addFormats(formats);
const seen = [];
for (const text of ["90 minutes", "5 days", "1.5 hours", "1 hour 30 minutes", "half an hour", "30 min", "2 h", "1h"]) {
  const config = convict({ pause: { format: "duration", default: 1, env: "PAUSE" } }, { env: { PAUSE: text } });
  config.validate({ allowed: "strict" });
  const pause = config.get("pause");
  console.log(`${text}: ${pause} ms, which is ${pause / 60_000} minutes`);
  seen.push(pause);
}
if (seen.join() !== "5400000,432000000,3600000,3600000,0,0,0,1") {
  console.log("convict now reads these lengths otherwise.");
  process.exit(1);
}
SCRIPT
node try.mjs
