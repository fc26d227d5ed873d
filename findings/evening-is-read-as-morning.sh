#!/usr/bin/env bash
# A time of day, written and read again in one language by Babel.
# Guess: `parse_time` reads what `format_time` writes: by its documentation it goes by the language's format for times.
# Seen: with Babel 2.18.0 quarter past six in the evening is a quarter past six in the morning in Greek, Arabic, Spanish of Latin
#   America and Chinese of Taiwan, without an error: only the letters "pm" are taken for the second half of a day, whatever the
#   language's own word is. English, Korean and Hindi, for which Babel has these letters, are right, and so are all languages
#   that count to 24.
# Why it matters: people type times as their language shows them, or an import has them. Half of them land twelve hours early,
#   in languages that those who tried it don't read; in the morning all is well.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --retries 0 --disable-pip-version-check babel==2.18.0 || {
  echo "This needs python3 with venv, and pip with babel==2.18.0."
  exit 2
}

cat > try.py <<'SCRIPT'
from datetime import time
from importlib.metadata import version

from babel.dates import format_time, parse_time

print("Babel", version("babel"))
wrong = []
for language in ("en_US", "hi", "ko", "de", "fr", "ja", "el", "ar", "es_419", "zh_TW"):
    line = [language]
    for at in (time(6, 15), time(18, 15)):
        text = format_time(at, "short", locale=language)
        read = parse_time(text, locale=language, format="short")
        line.append(f"{at:%H:%M} is {text}, read as {read:%H:%M}")
        if read != at:
            wrong.append((language, at.hour))
    print("; ".join(line))
if wrong != [(language, 18) for language in ("el", "ar", "es_419", "zh_TW")]:
    raise SystemExit("Babel reads other times wrong now than those of the evening in these four languages.")
SCRIPT
env/bin/python try.py
