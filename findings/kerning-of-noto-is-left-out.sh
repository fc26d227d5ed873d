#!/usr/bin/env bash
# The width of a text in Noto Sans, by opentype.js.
# Guess: as wide as it's drawn: the readme says that opentype.js kerns, by the font's table GPOS too, unless one tells it not to.
# Seen: opentype.js 2.0.0 gives the same with and without `kerning`: "AVATAR To" is 6 % wider than by
#   @napi-rs/canvas 1.1.1 and fontkit 2.0.4, which agree. The font's pairs are in a kind of entry of GPOS (an extension) that
#   it skips without a word. "Hello", without such pairs, is as wide by all three.
# Why it matters: who measures with one library and draws with another puts text off the middle, and cuts names off that would
#   fit. Names in capitals are off most, and with the words one tries, nothing is.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E opentype.js@2.0.0 fontkit@2.0.4 @napi-rs/canvas@1.1.1 @fontsource/noto-sans@5.3.0

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";
import * as fontkit from "fontkit";
import opentype from "opentype.js";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
const names = ["opentype.js", "fontkit", "@napi-rs/canvas", "@fontsource/noto-sans"];
console.log(names.map((name) => `${name} ${versionOf(name)}`).join(", "));
const path = "node_modules/@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff";
const bytes = readFileSync(path);
const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const other = fontkit.openSync(path);
GlobalFonts.registerFromPath(path, "Measured");
const ctx = createCanvas(10, 10).getContext("2d");
ctx.font = "1000px Measured";
const measure = (text) => {
  const drawn = Math.round(ctx.measureText(text).width);
  const byFontkit = Math.round((other.layout(text).advanceWidth / other.unitsPerEm) * 1000);
  const [kerned, plain] = [true, false].map((kerning) => Math.round(font.getAdvanceWidth(text, 1000, { kerning })));
  console.log(`${text}: drawn ${drawn}, fontkit ${byFontkit}, opentype.js ${kerned}, without kerning ${plain}`);
  return { drawn, byFontkit, kerned, plain };
};
const hello = measure("Hello");
const avatar = measure("AVATAR To");
const isSame = ({ drawn, byFontkit }) => Math.abs(drawn - byFontkit) <= 1;
if (!isSame(hello) || !isSame(avatar) || Math.abs(hello.kerned - hello.drawn) > 1) {
  console.log("The libraries differ in another way now.");
  process.exit(1);
}
if (avatar.kerned !== avatar.plain || avatar.kerned < avatar.drawn * 1.03) {
  console.log("opentype.js now kerns this font.");
  process.exit(1);
}
SCRIPT
node try.mjs
