#!/usr/bin/env bash
# Who is over a limit by a penalty, with rate-limiter-flexible.
# Guess: whoever is over the limit is blocked for `blockDuration` by the next attempt, however they got there: by the
#   documentation it counts how much was consumed, and a penalty is consumed.
# Seen: with rate-limiter-flexible 11.4.0 and 3 points, the fourth attempt blocks for 600 s. After a penalty of 5 points the next
#   attempt is refused, but only for the rest of the minute that counts, and no attempt in it blocks: only the one that
#   crosses the limit itself does. A penalty of 1 point doesn't matter.
# Why it matters: penalties are for those who misbehave. The more of them somebody gets, the sooner they may go on, while who
#   clicked once too often is kept out for ten minutes. After a large penalty one has to call `block`.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E rate-limiter-flexible@11.4.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { RateLimiterMemory } from "rate-limiter-flexible";

const { version } = JSON.parse(readFileSync("node_modules/rate-limiter-flexible/package.json", "utf8"));
console.log(`rate-limiter-flexible ${version}, Node.js ${process.version}`);
const isBlocked = async (penalty, attempts) => {
  const limiter = new RateLimiterMemory({ points: 3, duration: 60, blockDuration: 600 });
  if (penalty > 0) await limiter.penalty("mia", penalty);
  let wasRefused = false;
  for (let attempt = 0; attempt < attempts; attempt += 1)
    wasRefused = await limiter.consume("mia").then(
      () => false,
      () => true,
    );
  const { consumedPoints, msBeforeNext } = await limiter.get("mia");
  const seconds = Math.ceil(msBeforeNext / 1_000);
  console.log(
    `penalty of ${penalty}, ${attempts} attempts: ${consumedPoints} of 3 points, ${wasRefused ? "refused" : "allowed"}, again in ${seconds} s`,
  );
  return wasRefused && seconds > 60;
};
const seen = [await isBlocked(0, 4), await isBlocked(1, 3), await isBlocked(5, 1), await isBlocked(5, 9)];
if (seen.join() !== "true,true,false,false") {
  console.log("A penalty beyond the limit no longer keeps the block away.");
  process.exit(1);
}
process.exit(0);
SCRIPT
node try.mjs
