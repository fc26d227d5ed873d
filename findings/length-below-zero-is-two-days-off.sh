#!/usr/bin/env bash
# A negative length of time, written by Python's `str` and read by pydantic.
# Guess: what pydantic accepts as the text of a timedelta, it reads as that timedelta: it takes `str()` of positive ones, such as
#   `1 day, 2:00:00`, and what it writes itself for negative ones.
# Seen: with pydantic 2.13.5 -90 minutes, which Python writes as `-1 day, 22:30:00`, are read as -46 hours 30 minutes, without an
#   error. In Python's text the minus belongs to the days alone; to pydantic it belongs to all that follows. Whole days are right.
# Why it matters: such texts come from CSV files, logs and columns where somebody stored `str(length)`. Time accounts, or how long
#   before its start a reminder is due, are two days off, and only below zero, where a test with 90 minutes doesn't look.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --retries 0 --disable-pip-version-check pydantic==2.13.5 || {
  echo "This needs python3 with venv, and pip with pydantic==2.13.5."
  exit 2
}

cat > try.py <<'SCRIPT'
from datetime import timedelta
from importlib.metadata import version
from platform import python_version

from pydantic import TypeAdapter

print("pydantic", version("pydantic"), "Python", python_version())
lengths = TypeAdapter(timedelta)
changed = []
for length, hours in (
    (timedelta(minutes=90), 1.5),
    (timedelta(days=1, hours=2), 26),
    (timedelta(days=-1), -24),
    (timedelta(minutes=-90), -46.5),
    (timedelta(hours=-26), -70),
):
    read = lengths.validate_python(str(length)) / timedelta(hours=1)
    print(f"{length / timedelta(hours=1)} hours are written as '{length}', which is read as {read} hours")
    if read != hours:
        changed.append(str(length))
    if lengths.validate_json(lengths.dump_json(length)) != length:
        changed.append(f"pydantic's own text of {length}")
if changed:
    raise SystemExit(f"pydantic reads otherwise now: {', '.join(changed)}.")
SCRIPT
env/bin/python try.py
