#!/usr/bin/env bash
# `waitingCount` of pg-pool.
# Guess: the number of calls for which no connection is free.
# Seen: with pg-pool 3.10.1 it's 1 right after each `connect()`, though a connection is idle and the pool has room: the call
#   gets it in the next tick, and is in the queue until then.
# Why it matters: a page of metrics that asks the database something and reads the pool in the same turn always says that
#   calls wait. An alert on it fires for ever, on a bot that has nothing to do. `waitingCount - idleCount` is what waits.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E pg-pool@3.10.1 pg@8.16.3 @electric-sql/pglite@0.3.14 @electric-sql/pglite-socket@0.0.19

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import Pool from "pg-pool";

const server = new PGLiteSocketServer({ db: await PGlite.create(), host: "127.0.0.1", port: 0 });
const listening = new Promise((resolve) => server.addEventListener("listening", ({ detail }) => resolve(detail.port)));
await server.start();

const pool = new Pool({ host: "127.0.0.1", port: await listening, user: "postgres", database: "postgres", max: 10 });
(await pool.connect()).release();
const before = { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
const asked = pool.connect();
const atOnce = { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
(await asked).release();
const { version } = JSON.parse(readFileSync("node_modules/pg-pool/package.json", "utf8"));
console.log(`pg-pool ${version}, Node ${process.version}`, { before, atOnce });
if (before.waiting !== 0 || atOnce.idle === 0 || atOnce.waiting !== 1) {
  console.log("A call that gets an idle connection no longer counts as waiting.");
  process.exit(1);
}
process.exit(0);
SCRIPT
node try.mjs
