#!/usr/bin/env bash
# Lengths of time and large numbers in words, in other languages, by humanize.
# Guess: what has different words in English has different ones in each of its languages, or stays in English.
# Seen: with humanize 4.16.0 a year and a month is "ein Monat" in German, as a month is, and so is "vor ein Monat" for when
#   somebody came. In Danish a billion and a trillion are both "1.0 billion". In Korean and Vietnamese two millions are
#   `2.0 %(value)s million` and `2.0 %(value)s triệu`.
# Why it matters: a profile says that somebody has been there for a month when it's thirteen, and only then: before and after
#   that month all is well. The words have to be compared with the English ones for many lengths, not tried with one.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --retries 0 --disable-pip-version-check humanize==4.16.0 || {
  echo "This needs python3 with venv, and pip with humanize==4.16.0."
  exit 2
}

cat > try.py <<'SCRIPT'
from datetime import timedelta
from importlib.metadata import version

import humanize

print("humanize", version("humanize"))
month, more = timedelta(days=31), timedelta(days=365 + 31)
print(f"English: {humanize.naturaldelta(month)} and {humanize.naturaldelta(more)}")
wrong = []
for language in ("de_DE", "fr_FR", "es_ES", "pl_PL", "da_DK", "ko_KR", "vi_VN"):
    humanize.activate(language)
    lengths = [humanize.naturaldelta(month), humanize.naturaldelta(more)]
    amounts = [humanize.intword(number) for number in (2_000_000, 10**9, 10**12)]
    print(f"{language}: {' and '.join(lengths)}; {', '.join(amounts)}")
    if len({*lengths}) + len({*amounts}) < 5 or any("%" in text for text in lengths + amounts):
        wrong.append(language)
if wrong != ["de_DE", "da_DK", "ko_KR", "vi_VN"]:
    raise SystemExit("humanize has other words in these languages now.")
SCRIPT
env/bin/python try.py
