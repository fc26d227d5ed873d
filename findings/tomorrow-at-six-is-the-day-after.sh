#!/usr/bin/env bash
# A full hour of tomorrow, as it's written in French, Spanish, Portuguese, Russian, Dutch and Korean, by dateparser.
# Guess: that hour of tomorrow, or `None`: it reads "tomorrow at 6pm", "demain à 18h30" and "завтра в 18:00" like that, and its
#   documentation shows relative days together with a time.
# Seen: dateparser 1.4.3, asked at noon, reads "demain à 18h", "mañana a las 18h", "amanhã às 18h", "завтра в 18 часов", "morgen om
#   18 uur" and "내일 18시" as tomorrow at noon and 18 hours: six in the morning of the day after. "hier à 18h" is the day before
#   yesterday, and "aujourd'hui à 20h" is yesterday, 20 hours ago. In Japanese the hour is the hour.
# Why it matters: a full hour is what appointments have most. A reminder comes half a day late or is in the past, and which, depends
#   on the hour at which it was ordered. With minutes, as a test has them, all is well.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --retries 0 --disable-pip-version-check dateparser==1.4.3 || {
  echo "This needs python3 with venv, and pip with dateparser==1.4.3."
  exit 2
}

cat > try.py <<'SCRIPT'
import warnings
from datetime import datetime
from importlib.metadata import version

warnings.simplefilter("ignore")
import dateparser

print("dateparser", version("dateparser"), "on 1 July 2026 at 12:00")
changed = []
for text, language, seen in (
    ("tomorrow at 6pm", "en", "2026-07-02 18:00"),
    ("demain à 18h30", "fr", "2026-07-02 18:30"),
    ("завтра в 18:00", "ru", "2026-07-02 18:00"),
    ("明日18時", "ja", "2026-07-02 18:00"),
    ("demain à 18h", "fr", "2026-07-03 06:00"),
    ("aujourd'hui à 20h", "fr", "2026-06-30 16:00"),
    ("hier à 18h", "fr", "2026-06-29 18:00"),
    ("mañana a las 18h", "es", "2026-07-03 06:00"),
    ("amanhã às 18h", "pt", "2026-07-03 06:00"),
    ("завтра в 18 часов", "ru", "2026-07-03 06:00"),
    ("morgen om 18 uur", "nl", "2026-07-03 06:00"),
    ("내일 18시", "ko", "2026-07-03 06:00"),
):
    read = dateparser.parse(text, languages=[language], settings={"RELATIVE_BASE": datetime(2026, 7, 1, 12)})
    found = f"{read:%Y-%m-%d %H:%M}" if read else "None"
    print(f'"{text}": {found}')
    if found != seen:
        changed.append(text)
if changed:
    raise SystemExit(f"Read otherwise now: {', '.join(changed)}.")
SCRIPT
env/bin/python try.py
