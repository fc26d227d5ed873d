import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

const fontFaces = [
  ["OpenSans-Regular.ttf", 400],
  ["OpenSans-Bold.ttf", 700],
] as const;
const block = 512;

/** Style sheet that shows the page in the one font that every machine has with the packed browser. */
export async function pictureFont(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const tar = brotliDecompressSync(await readFile(join(entry, "../../bin/fonts.tar.br")));
  const faces = fontFaces.map(([name, weight]) => {
    const data = fileIn(tar, name).toString("base64");
    return `@font-face { font-family: "Picture"; font-weight: ${weight}; src: url(data:font/ttf;base64,${data}); }`;
  });
  // Buttons don't inherit how text is rendered; with the machine's own way, lines wrap at other words.
  return [
    ...faces,
    `:root { --font: Twemoji, "Picture"; }`,
    "* { text-rendering: geometricPrecision; }",
  ].join("\n");
}

/** A tar is a row of blocks: a header with the name and, in octal digits, the size; then the file itself. */
function fileIn(tar: Buffer, wanted: string): Buffer {
  for (let at = 0; at + block <= tar.length;) {
    const name = tar.toString("latin1", at, at + 100).split("\0", 1)[0] ?? "";
    const size = Number.parseInt(tar.toString("latin1", at + 124, at + 136), 8) || 0;
    const start = at + block;
    if (name.endsWith(wanted)) return tar.subarray(start, start + size);
    at = start + Math.ceil(size / block) * block;
  }
  throw new Error(`the fonts of the packed browser hold no ${wanted}`);
}
