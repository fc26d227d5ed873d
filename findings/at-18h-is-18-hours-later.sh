#!/usr/bin/env bash
# "Tomorrow at 18h" in French, Portuguese and Spanish, by dateparser.
# Guess: 18:00 tomorrow, since `18h` is how these languages write it, and dateparser knows these languages; or nothing at all.
# Seen: with dateparser 1.4.3 it's 18 hours after this time tomorrow: at noon, "demain à 18h" is 6:00 on the day after. "Hoje" or
#   "aujourd'hui" at 18h is 18 hours ago. `mañana a las 18:30h` is 30 hours after this time tomorrow, and "in 1:30 hours" in
#   English likewise 30 hours. `18h30` in French and `18:30` without the letter are right.
# Why it matters: nobody whom it was meant for is there the next morning, and a time that was to come is in the past. The full
#   hour is what people write most; whoever tries it in French with `18h30` sees nothing wrong.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --retries 0 --disable-pip-version-check dateparser==1.4.3 || {
  echo "This needs python3 with venv, and pip with dateparser==1.4.3."
  exit 2
}

cat > try.py <<'SCRIPT'
from datetime import datetime
from importlib.metadata import version

from dateparser import parse

print("dateparser", version("dateparser"))
now = datetime(2026, 7, 1, 12)
changed = []
for language, text, seen in (
    ("fr", "demain à 18h", "2026-07-03 06:00"),
    ("fr", "demain à 18h30", "2026-07-02 18:30"),
    ("fr", "aujourd'hui à 18h", "2026-06-30 18:00"),
    ("pt", "amanhã às 18h", "2026-07-03 06:00"),
    ("pt", "hoje às 18h", "2026-06-30 18:00"),
    ("es", "mañana a las 18h", "2026-07-03 06:00"),
    ("es", "mañana a las 18:30h", "2026-07-03 18:00"),
    ("es", "mañana a las 18:30", "2026-07-02 18:30"),
    ("en", "in 1:30 hours", "2026-07-02 18:00"),
):
    read = parse(text, languages=[language], settings={"RELATIVE_BASE": now, "PREFER_DATES_FROM": "future"})
    found = f"{read:%Y-%m-%d %H:%M}" if read else "nothing"
    print(f"{text} on {now:%Y-%m-%d %H:%M}: {found}")
    if found != seen:
        changed.append(text)
if changed:
    raise SystemExit(f"dateparser reads otherwise now: {', '.join(changed)}.")
SCRIPT
env/bin/python try.py
