#!/usr/bin/env bash
# Numbers of versions, and dates with a short year, in a CSV file read by Polars with `try_parse_dates`.
# Guess: versions stay texts, and `31.12.26` is in 2026 or stays a text, too: the documentation says that what is like ISO 8601
#   is recognized, and a handful of others, and the year in ISO 8601 has four digits.
# Seen: with polars 1.44.2 `1.2.3` is 1 February of the year 3, `26.10.0` is 26 October of the year 0, which Python has no date
#   for, and `31.12.26` and `31/12/26` are in the year 26. A column is dates if each of its first hundred cells can be one: a
#   `14.28.1` among them keeps it a text, and further down the file can't be read.
# Why it matters: a list of which bot runs which version, or one with the dates that people type, has days of antiquity in it,
#   without an error. Whether it has depends on the other rows: once a version has a 28 in it, all is well, or nothing is.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --retries 0 --disable-pip-version-check polars==1.44.2 || {
  echo "This needs python3 with venv, and pip with polars==1.44.2."
  exit 2
}

cat > try.py <<'SCRIPT'
from importlib.metadata import version

import polars

print("polars", version("polars"))
changed = []
for cells, seen in (
    (["1.2.3", "2.10.4"], ["0003-02-01", "0004-10-02"]),
    (["24.10.0", "26.10.0"], ["0000-10-24", "0000-10-26"]),
    (["1.2.3", "14.28.1"], ["1.2.3", "14.28.1"]),
    (["31.12.26"], ["0026-12-31"]),
    (["31/12/26"], ["0026-12-31"]),
    (["31.12.2026"], ["2026-12-31"]),
):
    column = polars.read_csv("\n".join(["cell", *cells]).encode(), try_parse_dates=True)["cell"]
    found = column.cast(polars.String).to_list()
    print(f"{', '.join(cells)}: {', '.join(found)} as {column.dtype}")
    if found != seen:
        changed.append(cells[0])
try:
    polars.read_csv("\n".join(["cell", *["1.2.3"] * 100, "14.28.1"]).encode(), try_parse_dates=True)
    changed.append("a 14.28.1 after a hundred others")
except polars.exceptions.ComputeError as error:
    print("14.28.1 after a hundred others:", str(error).splitlines()[0])
if changed:
    raise SystemExit(f"Polars reads otherwise now: {', '.join(changed)}.")
SCRIPT
env/bin/python try.py
