import { readFile } from "node:fs/promises";
import { z } from "zod";

export const pictures = new URL("../../../docs/pictures/", import.meta.url);
export const textsFile = new URL("texts.json", pictures);

/** What each picture of the docs says, by the name of its scene, as written down when it was taken. */
export async function readTexts(): Promise<Readonly<Record<string, readonly string[]>>> {
  return z.record(z.string(), z.array(z.string())).parse(JSON.parse(await readFile(textsFile, "utf8")));
}
