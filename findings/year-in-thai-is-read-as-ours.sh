#!/usr/bin/env bash
# A date in Thai, written and read again by arrow.
# Guess: `arrow.get` with the language and the tokens with which `format` wrote a date gives that date.
# Seen: with arrow 1.4.0 it's 543 years later. In Thai, `YYYY` is written as the year of the Buddhist calendar, 2569 for 2026, and
#   read as ours. That's so for dates in digits as well, `YYYY-MM-DD`. Of the languages that Discord has, it's the only one.
# Why it matters: what somebody is shown in Thai, copies and sends back is a day in the year 2569, and a reminder for it never
#   comes. A language that was given only for the names of months changes the years in a file or a log, too.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --retries 0 --disable-pip-version-check arrow==1.4.0 || {
  echo "This needs python3 with venv, and pip with arrow==1.4.0."
  exit 2
}

cat > try.py <<'SCRIPT'
from importlib.metadata import version

import arrow

print("arrow", version("arrow"))
day = arrow.get(2026, 11, 9)
languages = (
    "en en-gb bg zh-cn zh-tw hr cs da nl fi fr de el hi hu id it ja ko lt nb pl pt-br ro ru es sv th tr uk vi".split()
)
wrong = set()
for language in languages:
    for tokens in ("D MMMM YYYY", "YYYY-MM-DD"):
        text = day.format(tokens, locale=language)
        read = arrow.get(text, tokens, locale=language)
        if read != day:
            print(f"{language}: {day.date()} is {text}, read as {read.date()}")
            wrong.add((language, read.year - day.year))
if wrong != {("th", 543)}:
    raise SystemExit("arrow no longer reads dates in Thai, and only in Thai, 543 years later than it wrote them.")
SCRIPT
env/bin/python try.py
