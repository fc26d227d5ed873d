#!/usr/bin/env bash
# A call with a time limit that is tried again, by cockatiel.
# Guess: after the limit, or after its signal was aborted, no further try is made: the readme says that a retry ends when it's
#   cancelled, and that a timeout passes its cancellation on.
# Seen: with cockatiel 4.0.0, `wrap(timeout(200), retry(…))` answers with `TaskCancelledError` after 200 ms, and 800 ms later,
#   when the wait between tries ends, makes the call once more. What that call does or answers is known to nobody. A signal
#   that is aborted during the wait is only looked at after the next try as well.
# Why it matters: a post that was reported as cancelled, so that somebody sends it again, is sent after all. The call gets the
#   aborted signal, so it has to look at that itself before it starts; `fetch` does, a database or a queue doesn't.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E cockatiel@4.0.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { ConstantBackoff, handleAll, retry, timeout, TimeoutStrategy, wrap } from "cockatiel";

const { version } = JSON.parse(readFileSync("node_modules/cockatiel/package.json", "utf8"));
console.log(`cockatiel ${version}, Node.js ${process.version}`);

const untilSent = async (execute) => {
  const events = [];
  let tries = 0;
  const post = () => {
    tries += 1;
    events.push(`try ${tries}`);
    if (tries === 1) throw new Error("not reachable");
    events.push("sent");
  };
  await execute(post, events).then(
    () => events.push("answer: sent"),
    (error) => events.push(`answer: ${error.constructor.name}`),
  );
  await setTimeout(2_000);
  return events.join(", ");
};
const retrying = retry(handleAll, { maxAttempts: 3, backoff: new ConstantBackoff(1_000) });
const limited = await untilSent((post) => wrap(timeout(200, TimeoutStrategy.Aggressive), retrying).execute(post));
console.log(`limit of 200 ms, wait of 1,000 ms: ${limited}`);
const aborted = await untilSent((post, events) => {
  const controller = new AbortController();
  void setTimeout(200).then(() => {
    events.push("aborted");
    controller.abort();
  });
  return retrying.execute(post, controller.signal);
});
console.log(`signal aborted after 200 ms, wait of 1,000 ms: ${aborted}`);
if (limited !== "try 1, answer: TaskCancelledError, try 2, sent" || aborted !== "try 1, aborted, try 2, sent, answer: sent") {
  console.log("cockatiel no longer makes a call after its limit or its signal.");
  process.exit(1);
}
SCRIPT
node try.mjs
