#!/usr/bin/env bash
# A list of settings before and after a change from 1 to true, compared by jsonpatch.
# Guess: `make_patch` finds it, so that its patch turns the first document into the second: in JSON a number and a truth value
#   are different, and for a field of an object jsonpatch says so as well.
# Seen: with jsonpatch 1.33 the patch is empty if that's in a list and nothing else in that entry of the list changed: [0, 1] and
#   [false, true] are equal to it, and so are two lists with one object each, whose field `on` is 1 in one and true in the
#   other. If the object has another id as well, or there's no list on the way, both changes are found.
# Why it matters: one service writes flags as 0 and 1, another as truth values. A patch is what is sent or logged, so what comes out
#   on the other side isn't what was there. Settings for each channel are lists, and a test is written with one object.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env && env/bin/pip install --quiet --retries 0 --disable-pip-version-check jsonpatch==1.33 || {
  echo "This needs python3 with venv, and pip with jsonpatch==1.33."
  exit 2
}

cat > try.py <<'SCRIPT'
import json
from importlib.metadata import version

import jsonpatch

print("jsonpatch", version("jsonpatch"))
changed = []
for before, after, found in (
    ({"on": 1}, {"on": True}, True),
    ({"channel": {"on": 0}}, {"channel": {"on": False}}, True),
    ([0, 1], [False, True], False),
    ({"channels": [{"on": 1}]}, {"channels": [{"on": True}]}, False),
    ({"channels": [{"id": "5", "on": 1}]}, {"channels": [{"id": "6", "on": True}]}, True),
):
    patch = jsonpatch.make_patch(before, after)
    reached = json.dumps(patch.apply(before)) == json.dumps(after)
    print(f"{json.dumps(before)} to {json.dumps(after)}: {patch}, which {'is' if reached else 'is not'} enough")
    if reached != found:
        changed.append(json.dumps(before))
if changed:
    raise SystemExit(f"jsonpatch now compares otherwise: {', '.join(changed)}.")
SCRIPT
env/bin/python try.py
