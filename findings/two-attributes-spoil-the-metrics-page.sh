#!/usr/bin/env bash
# Two attributes of a measurement whose names differ in a dot only, on a metrics page for Prometheus by OpenTelemetry.
# Guess: `guild.id` and `guild_id` become one label with both values, joined by a semicolon, as OpenTelemetry's specification
#   says that an exporter must do, and a name such as `1st` becomes one that Prometheus allows.
# Seen: with @opentelemetry/exporter-prometheus 0.223.0 and sdk-metrics 2.12.1 the line has the label `guild_id` twice, and `1st`
#   is written as it is. Prometheus' format has neither, and prometheus-client 0.26.0 reads nothing of such a page. No error is
#   logged. Letters such as ä and é become `_`, so names in other languages meet as well.
# Why it matters: conventions have names with dots, people write them with underscores, and both come together in one place that
#   adds to the other's attributes. The first measurement with both takes all metrics away until the next start, and an alert on
#   their values doesn't fire.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @opentelemetry/api@1.9.1 @opentelemetry/exporter-prometheus@0.223.0 @opentelemetry/sdk-metrics@2.12.1
python3 -m venv env && env/bin/pip install --quiet --retries 0 --disable-pip-version-check prometheus-client==0.26.0 || {
  echo "This needs python3 with venv, and pip with prometheus-client==0.26.0."
  exit 2
}

cat > write.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";

for (const name of ["exporter-prometheus", "sdk-metrics"]) {
  const { version } = JSON.parse(readFileSync(`node_modules/@opentelemetry/${name}/package.json`, "utf8"));
  console.error(name, version);
}
const pages = [];
for (const attributes of [{ "guild.id": "1" }, { "guild.id": "1", guild_id: "2" }, { größe: "3", grüße: "4" }, { "1st": "5" }]) {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const meter = new MeterProvider({ readers: [exporter] }).getMeter("bot");
  meter.createCounter("clicks").add(1);
  meter.createCounter("posts").add(2, attributes);
  const { resourceMetrics, errors } = await exporter.collect();
  if (errors.length > 0) throw errors[0];
  pages.push({ attributes, text: new PrometheusSerializer().serialize(resourceMetrics) });
}
console.log(JSON.stringify(pages));
SCRIPT
cat > read.py <<'SCRIPT'
import json
import sys
from importlib.metadata import version

from prometheus_client.parser import text_string_to_metric_families

print("prometheus-client", version("prometheus-client"))
refused = []
for page in json.load(sys.stdin):
    attributes, text = page["attributes"], page["text"]
    print(attributes, "is", next(line for line in text.splitlines() if line.startswith("posts_total{")))
    try:
        names = [metric.name for metric in text_string_to_metric_families(text)]
        print("  a page with", ", ".join(names))
        refused.append(False)
    except ValueError as error:
        print("  a page that isn't read:", error)
        refused.append(True)
if refused != [False, True, True, True]:
    raise SystemExit("The exporter makes other labels of such attributes now, or they are read.")
SCRIPT
node write.mjs > pages.json
env/bin/python read.py < pages.json
