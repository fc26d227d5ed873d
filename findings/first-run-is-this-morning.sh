#!/usr/bin/env bash
# The first run of a job at a time that has been today, by APScheduler.
# Guess: with `CalendarIntervalTrigger` it's the next one after now: its documentation says that without a previous run the next
#   valid time equal to or later than now is returned, and so it is with the other two triggers that repeat.
# Seen: with APScheduler 3.11.3 it's the first time on or after `start_date`, which is today if none is given, whether that has been
#   or not. A job for 9:00 that is added at 10:00 is due an hour ago, and one every second week since January is due in
#   January. With a `misfire_grace_time` of two hours, or none, it runs at once; with the default, the log says that it was missed.
# Why it matters: jobs are added when a bot starts, and a grace time is set so that a short pause loses nothing. Each
#   restart within it posts once more what was posted this morning. After a start before 9:00 all is well.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --retries 0 --disable-pip-version-check apscheduler==3.11.3 || {
  echo "This needs python3 with venv, and pip with apscheduler==3.11.3."
  exit 2
}

cat > try.py <<'SCRIPT'
from datetime import datetime, time, timezone
from importlib.metadata import version

from apscheduler.triggers.calendarinterval import CalendarIntervalTrigger
from apscheduler.triggers.cron import CronTrigger
from apscheduler.triggers.interval import IntervalTrigger

print("APScheduler", version("apscheduler"))
UTC = timezone.utc
daily = CalendarIntervalTrigger(days=1, hour=9, timezone=UTC)
nine = datetime.combine(daily.start_date, time(9), UTC)
now = nine.replace(hour=10)
january = datetime(now.year - 1, 1, 5, 9, tzinfo=UTC)
changed = []
for name, trigger, seen in (
    ("CronTrigger", CronTrigger(hour=9, timezone=UTC), None),
    ("IntervalTrigger", IntervalTrigger(days=1, start_date=nine, timezone=UTC), None),
    ("CalendarIntervalTrigger", daily, nine),
    (
        "CalendarIntervalTrigger since January",
        CalendarIntervalTrigger(weeks=2, hour=9, start_date=january.date(), timezone=UTC),
        january,
    ),
):
    first = trigger.get_next_fire_time(None, now)
    print(f"{name}, asked at {now:%Y-%m-%d %H:%M}: {first:%Y-%m-%d %H:%M}")
    if (first != seen) if seen else (first <= now):
        changed.append(name)
if changed:
    raise SystemExit(f"The first run is at another time now: {', '.join(changed)}.")
SCRIPT
env/bin/python try.py
