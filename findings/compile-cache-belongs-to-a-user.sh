#!/usr/bin/env bash
# Node.js' compile cache in a folder that another user filled.
#
# Guess: compiled code that one user left in a folder, readable for all, is used by a program of another user who may only read
#   it: a cache made as root, while an image is built, serves the unprivileged user who runs the image.
# Seen: with Node.js 26.10.0 it is not. The name of the folder inside of the given one ends with the user's id, and where a
#   user can't make a folder of their own there, the cache is off: `enableCompileCache` answers FAILED, without an error.
# Why it matters: a bot in a container or under a service manager starts as slowly as without the cache, and nothing says so.
#   Whoever fills it beforehand has to do so as the user who runs the bot.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null && npm pkg set type=module >/dev/null && npm i --silent -E node@26.10.0 >/dev/null 2>&1
node=$(find "$folder/node_modules" -path '*/bin/node' -type f -size +1M | head -1)
cat >part.js <<'JS'
export const doubled = Array.from({ length: 9 }, (_, index) => index * 2);
JS
cat >try.js <<'JS'
import { constants, enableCompileCache } from "node:module";
const { status } = enableCompileCache(new URL("cache", import.meta.url).pathname);
await import("./part.js");
console.log(Object.entries(constants.compileCacheStatus).find(([, value]) => value === status)?.[0]);
JS
echo "node $("$node" --version), user $(id -u)"
first=$("$node" try.js)
kept=$(ls cache)
echo "its own user: $first, kept in ${kept##*-}"
[ "$first" = ENABLED ] && [ "${kept##*-}" = "$(id -u)" ] || { echo "The folder isn't named by the user now." >&2; exit 1; }
if [ "$(id -u)" != 0 ]; then echo "Only root can try it as another user."; exit 0; fi
chmod -R a+rX "$folder"
other=$("$node" --eval '
  const { spawnSync } = require("node:child_process");
  const as = { uid: 65534, gid: 65534, env: {}, encoding: "utf8" };
  process.stdout.write(spawnSync(process.execPath, ["try.js"], as).stdout.trim());')
echo "another user who may read it: $other"
[ "$other" = FAILED ] || { echo "Another user gets $other now." >&2; exit 1; }
