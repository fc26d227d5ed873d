#!/usr/bin/env bash
# A date as a week and a day of it, written and read by isodate.
# Guess: `date_isoformat` with `DATE_EXT_WEEK_COMPLETE`, which is there for that form of ISO 8601, writes 1 January 2027 as
#   2026-W53-5, and `parse_date` gives it back.
# Seen: isodate 0.7.2 writes the week of ISO 8601 with the year of the calendar: 2027-W53-5, a week that doesn't exist, and which
#   `parse_date` reads as 7 January 2028. 30 December 2024 is 2024-W01-1, which is read as 1 January 2024. All other days of the
#   year are right. The other form, `DATE_BAS_WEEK_COMPLETE`, is the same.
# Why it matters: what is kept or shown by week, such as boards and reports, lands in a week that is a year away. It happens on
#   a few days around New Year only, and in some years on none.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --retries 0 --disable-pip-version-check isodate==0.7.2 || {
  echo "This needs python3 with venv, and pip with isodate==0.7.2."
  exit 2
}

cat > try.py <<'SCRIPT'
from datetime import date, timedelta
from importlib.metadata import version

from isodate import DATE_BAS_WEEK_COMPLETE, DATE_EXT_WEEK_COMPLETE, date_isoformat, parse_date

print("isodate", version("isodate"))
day, wrong = date(2024, 1, 1), {}
while day < date(2028, 1, 1):
    texts = [date_isoformat(day, form) for form in (DATE_EXT_WEEK_COMPLETE, DATE_BAS_WEEK_COMPLETE)]
    read = {parse_date(text) for text in texts}
    if read != {day}:
        wrong[day] = f"{' and '.join(texts)}, read as {' and '.join(map(str, read))}"
    day += timedelta(days=1)
for day, seen in wrong.items():
    year, week, weekday = day.isocalendar()
    print(f"{day} is {year}-W{week:02}-{weekday}, written as {seen}")
if date(2024, 12, 30) not in wrong or date(2027, 1, 1) not in wrong:
    raise SystemExit("isodate reads the weeks around New Year as it writes them now.")
SCRIPT
env/bin/python try.py
