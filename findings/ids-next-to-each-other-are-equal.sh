#!/usr/bin/env bash
# Two Discord ids that differ in their last digit, compared by deepdiff with an option for numbers.
# Guess: they're different: `ignore_numeric_type_changes` only makes 10 and 10.0 equal by its documentation, and
#   `significant_digits` is a number of digits after the decimal point, of which an id has none.
# Seen: with deepdiff 9.1.0 there's no difference with either option: 123456789012345678 and …679 are written as fractions of 64
#   bits to be compared, which have 16 digits or so. Ids that are further apart than that are different, and without options all are.
# Why it matters: ids that Discord gives out one after the other, such as those of the roles or channels that it makes from a
#   template, are that close. That a role was replaced by the next one isn't in the log. The options are set because
#   of other fields, and with ids such as 1 and 2 the test passes.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --retries 0 --disable-pip-version-check deepdiff==9.1.0 || {
  echo "This needs python3 with venv, and pip with deepdiff==9.1.0."
  exit 2
}

cat > try.py <<'SCRIPT'
from importlib.metadata import version

from deepdiff import DeepDiff

print("deepdiff", version("deepdiff"))
one = 123456789012345678
changed = []
for options in ({}, {"ignore_numeric_type_changes": True}, {"significant_digits": 2}, {"significant_digits": 0}):
    for other in (one + 1, one + 100):
        different = bool(DeepDiff({"role": one}, {"role": other}, **options))
        print(f"{one} and {other} with {options or 'no options'}: {'different' if different else 'no difference'}")
        if different != (not options or other == one + 100):
            changed.append(f"{other} with {options}")
if not DeepDiff({"role": 1}, {"role": 2}, ignore_numeric_type_changes=True):
    changed.append("1 and 2")
if changed:
    raise SystemExit(f"deepdiff now compares ids otherwise: {', '.join(changed)}.")
SCRIPT
env/bin/python try.py
