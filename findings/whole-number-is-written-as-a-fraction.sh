#!/usr/bin/env bash
# A time in milliseconds, or another whole number of more than 32 bits, in MessagePack and CBOR.
# Guess: it's written as an integer of 64 bits: both formats have one, and the readmes speak of floats for non-integers only.
# Seen: msgpackr 2.1.4 and cbor-x 1.6.9 write 1796000000000 as a float of 64 bits. @msgpack/msgpack 3.1.3 and cborg 6.1.5 write
#   an integer. Up to 4294967295 all four do; a BigInt is an integer again, and comes back as a BigInt.
# Why it matters: JavaScript reads both alike, so no test in it tells. A worker in Go or Rust refuses a float where its type
#   says integer, and one in Python has 1796000000000.0 as a key. Small numbers, which one tries it with, are fine.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E msgpackr@2.1.4 cbor-x@1.6.9 @msgpack/msgpack@3.1.3 cborg@6.1.5

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { encode } from "@msgpack/msgpack";
import * as cborx from "cbor-x";
import * as cborg from "cborg";
import { pack } from "msgpackr";

const writers = { msgpackr: pack, "@msgpack/msgpack": encode, "cbor-x": cborx.encode, cborg: cborg.encode };
const kinds = { cb: "float 64", fb: "float 64", cf: "integer 64", "1b": "integer 64", ce: "integer 32", "1a": "integer 32" };
const kindsBy = Object.entries(writers).map(([name, write]) => {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  const written = [4294967295, 1796000000000].map((number) => kinds[Buffer.from(write(number)).toString("hex", 0, 1)]);
  console.log(`${name} ${version}: 4294967295 is ${written[0]}, 1796000000000 is ${written[1]}`);
  return written.join();
});
const [msgpackr, msgpack, cborX, other] = kindsBy;
const isSo = msgpackr === "integer 32,float 64" && cborX === msgpackr;
if (!isSo || msgpack !== "integer 32,integer 64" || other !== msgpack) {
  console.log("Whole numbers of more than 32 bits are written in the same way by all now.");
  process.exit(1);
}
SCRIPT
node try.mjs
