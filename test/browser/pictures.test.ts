import { stat } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scenes } from "../support/screenshots/scenes.ts";
import { showScene } from "../support/screenshots/show-scene.ts";
import { readTexts } from "../support/screenshots/texts.ts";
import { openBrowser } from "../support/page/shared-browser.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test("every picture has its words written down, and no others are", async () => {
  expect(Object.keys(await readTexts())).toEqual(scenes.map(({ name }) => name));
});

test.each(["light", "dark"])("the animated picture in its %s form is under 2 MB", async (form) => {
  const { size } = await stat(new URL(`../../docs/pictures/tour-${form}.gif`, import.meta.url));
  expect(size).toBeLessThan(2_000_000);
});

test.each(scenes)("the picture $name shows what the bot says today", async (scene) => {
  const pictured = (await readTexts())[scene.name] ?? [];
  await using shown = await showScene(browser, scene);
  expect(firstDifference(pictured, shown.words), `${scene.name} is out of date: npm run screenshots`).toBe(
    undefined,
  );
});

function firstDifference(pictured: readonly string[], today: readonly string[]): string | undefined {
  const length = Math.max(pictured.length, today.length);
  for (let at = 0; at < length; at++)
    if (pictured[at] !== today[at])
      return `the picture says "${pictured[at] ?? "nothing more"}", the bot "${today[at] ?? "nothing more"}"`;
  return undefined;
}
