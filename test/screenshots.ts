import { mkdir, writeFile } from "node:fs/promises";
import { launchBrowser } from "./support/browser.ts";
import { scenes } from "./support/screenshots/scenes.ts";
import { takePictures } from "./support/screenshots/take-pictures.ts";

// Makes the pictures of the docs from the running playground: `npm run screenshots`, or with names for some of them.
const folder = new URL("../docs/pictures/", import.meta.url);
const wanted = process.argv.slice(2);

await mkdir(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const scene of scenes) {
    if (wanted.length > 0 && !wanted.includes(scene.name)) continue;
    for (const { fileName, png } of await takePictures(browser, scene)) {
      await writeFile(new URL(fileName, folder), png);
      process.stdout.write(`docs/pictures/${fileName}  ${Math.ceil(png.length / 1_000)} kB\n`);
    }
  }
} finally {
  await browser.close();
}
