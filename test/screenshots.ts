import { writeFile } from "node:fs/promises";
import { launchBrowser } from "./support/page/browser.ts";
import { scenes } from "./support/screenshots/scenes.ts";
import { showScene, takePictures } from "./support/screenshots/show-scene.ts";
import { movingPicture, type Still } from "./support/screenshots/moving-picture.ts";
import { pictures, readTexts, textsFile } from "./support/screenshots/texts.ts";

// Makes the pictures of the docs from the running playground: `npm run screenshots`, or with names for some of them.
// What they say is written down beside them, for the test that notices when the bot says something else.
const wanted = process.argv.slice(2);
const before = await readTexts();
const texts: Record<string, readonly string[]> = {};

const browser = await launchBrowser();
try {
  for (const scene of scenes) {
    if (wanted.length > 0 && !wanted.includes(scene.name)) {
      texts[scene.name] = before[scene.name] ?? [];
      continue;
    }
    if (scene.isMoving === true) {
      for (const colors of ["light", "dark"] as const) {
        const stills: Still[] = [];
        const onStill = (png: Uint8Array, forMs: number): void => void stills.push({ png, forMs });
        await using shown = await showScene(browser, scene, { colors, onStill });
        texts[scene.name] = shown.words;
        await keep(`${scene.name}-${colors}.gif`, await movingPicture(stills));
      }
      continue;
    }
    await using shown = await showScene(browser, scene);
    texts[scene.name] = shown.words;
    for (const { fileName, png } of await takePictures(shown.page, scene.name)) await keep(fileName, png);
  }
} finally {
  await browser.close();
}

async function keep(fileName: string, file: Uint8Array): Promise<void> {
  await writeFile(new URL(fileName, pictures), file);
  process.stdout.write(`docs/pictures/${fileName}  ${Math.ceil(file.length / 1_000)} kB\n`);
}

await writeFile(textsFile, `${JSON.stringify(texts, undefined, 2)}\n`);
