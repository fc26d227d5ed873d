#!/usr/bin/env bash
# The same time on each day, by arrow's `range`.
# Guess: a time that the clocks skip is moved on that one day, and later days have the time of the start, as with croner or
#   Temporal, and as `Arrow.range` itself does it with the 31st in shorter months.
# Seen: with arrow 1.4.0 it stays moved. From 02:30 in Berlin the days after 29 March are at 03:30, and so are the weeks if
#   that's one of them. Cairo changes its clocks at midnight, so there all days after 24 April 2026 start at 01:00. Each day by
#   itself, `start.shift(days=number)`, is right.
# Why it matters: a list of days or of dates for a series is an hour late from spring on. Counted from one to the next, each day
#   has an hour of the following one. A list that starts the day after is right.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --retries 0 --disable-pip-version-check arrow==1.4.0 || {
  echo "This needs python3 with venv, and pip with arrow==1.4.0."
  exit 2
}

cat > try.py <<'SCRIPT'
from datetime import datetime
from importlib.metadata import version

import arrow

print("arrow", version("arrow"))
wrong = 0
for zone, frame, start, limit in (
    ("Europe/Berlin", "day", datetime(2026, 3, 27, 2, 30), 6),
    ("Europe/Berlin", "week", datetime(2026, 3, 22, 2, 30), 4),
    ("Africa/Cairo", "day", datetime(2026, 4, 22), 6),
):
    first = arrow.get(start, zone)
    listed = [at.format("DD.MM. HH:mm") for at in arrow.Arrow.range(frame, first, limit=limit)]
    single = [first.shift(**{f"{frame}s": number}).format("DD.MM. HH:mm") for number in range(limit)]
    print(f"{zone}, each {frame}: {', '.join(listed)}; one by one {', '.join(single)}")
    wrong += listed[-1] != single[-1] and single[-1].endswith(f"{start:%H:%M}")
if wrong != 3:
    raise SystemExit("After a time that is skipped, arrow's range goes on with the time of the start now.")
SCRIPT
env/bin/python try.py
