#!/usr/bin/env bash
# Metrics with labels, as prom-client writes them, read by parse-prometheus-text-format.
# Guess: one entry for each set of labels, with these, its buckets, count and sum: the readme says that the output is to be like
#   that of prom2json, which has them, and for counters and gauges with labels it's so.
# Seen: with parse-prometheus-text-format 1.1.1 and prom-client 15.1.3 a histogram or summary has one entry, without labels, count
#   and sum, and with the buckets of the last set only. Without labels all is well, as in the readme's example.
# Why it matters: how long commands take is measured for each of them. A check, a test or a page that reads it like this takes
#   one command's times for those of all: here those of "order", the one that was used for the first time last.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E parse-prometheus-text-format@1.1.1 prom-client@15.1.3

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import parse from "parse-prometheus-text-format";
import { Counter, Histogram, Registry, Summary } from "prom-client";

for (const name of ["parse-prometheus-text-format", "prom-client"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
const registry = new Registry();
const settings = (name) => ({ name, help: name, labelNames: ["command"], registers: [registry] });
const counter = new Counter(settings("calls"));
const histogram = new Histogram({ ...settings("seconds"), buckets: [1, 10] });
const summary = new Summary({ ...settings("wait"), percentiles: [0.5] });
for (const [command, value] of [["board", 0.5], ["board", 0.5], ["order", 5]]) {
  counter.inc({ command });
  histogram.observe({ command }, value);
  summary.observe({ command }, value);
}
const found = {};
for (const { name, metrics } of parse(await registry.metrics())) {
  found[name] = JSON.stringify(metrics);
  console.log(`${name}: ${found[name]}`);
}
if (found.seconds !== '[{"buckets":{"1":"0","10":"1","+Inf":"1"}}]' || found.wait !== '[{"quantiles":{"0.5":"5"}}]') {
  console.log("Histograms and summaries are read otherwise than without their labels, count and sum now.");
  process.exitCode = 1;
}
SCRIPT
node try.mjs
