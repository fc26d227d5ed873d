import { writeFile } from "node:fs/promises";
import { launchBrowser } from "./support/page/browser.ts";
import { scenes } from "./support/screenshots/scenes.ts";
import { showScene, takePictures } from "./support/screenshots/show-scene.ts";
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
    await using shown = await showScene(browser, scene);
    texts[scene.name] = shown.words;
    for (const { fileName, png } of await takePictures(shown.page, scene.name)) {
      await writeFile(new URL(fileName, pictures), png);
      process.stdout.write(`docs/pictures/${fileName}  ${Math.ceil(png.length / 1_000)} kB\n`);
    }
  }
} finally {
  await browser.close();
}
await writeFile(textsFile, `${JSON.stringify(texts, undefined, 2)}\n`);
