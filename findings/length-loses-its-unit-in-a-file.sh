#!/usr/bin/env bash
# A column of lengths of time in a Parquet file, written by Polars and read by DuckDB.
# Guess: DuckDB gives intervals, since it reads the dates, times of day and moments in such files as what they are.
# Seen: with polars 1.44.2 and duckdb 1.5.6 it's a column of whole numbers. An hour and a half is 5400000000, 5400000 or
#   5400000000000, by the unit that the column had in Polars, and the file doesn't say to DuckDB which one that is. Polars reads
#   the lengths from the same file, since it has a note about their type in it.
# Why it matters: shifts, waits and playing times pass between such tools in these files. Sums and averages look right and
#   are a thousand times too large or small, or seconds are added to microseconds. A number of seconds, with the unit in the
#   column's name, is the same for all.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --retries 0 --disable-pip-version-check polars==1.44.2 duckdb==1.5.6 || {
  echo "This needs python3 with venv, and pip with polars==1.44.2 duckdb==1.5.6."
  exit 2
}

cat > try.py <<'SCRIPT'
from datetime import time, timedelta
from importlib.metadata import version

import duckdb
import polars

print("polars", version("polars"), "and duckdb", version("duckdb"))
numbers = []
for unit in ("us", "ms", "ns"):
    table = polars.DataFrame({"length": [timedelta(minutes=90)], "start": [time(18, 0)]}).with_columns(
        polars.col("length").cast(polars.Duration(unit))
    )
    table.write_parquet("table.parquet")
    read = duckdb.sql("from 'table.parquet'")
    length, start = read.fetchone()
    again = polars.read_parquet("table.parquet")["length"][0]
    print(f"length in {unit}: {length} as {read.types[0]}, start {start} as {read.types[1]}; Polars reads {again}")
    if again == timedelta(minutes=90) and start == time(18, 0):
        numbers.append(length)
if numbers != [5_400_000_000, 5_400_000, 5_400_000_000_000]:
    raise SystemExit("DuckDB no longer reads the lengths of Polars as whole numbers without a unit.")
SCRIPT
env/bin/python try.py
