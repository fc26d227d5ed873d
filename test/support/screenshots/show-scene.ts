import type { Browser, Page } from "playwright-core";
import { z } from "zod";
import { playgroundIds } from "../../../playground/discord/index.ts";
import { type PlaygroundUnderTest, startPlaygroundUnderTest } from "../page/playground-under-test.ts";
import { conditionWithinMs } from "../patience.ts";
import { pictureFont } from "./font.ts";
import type { Scene } from "./scene.ts";
import { readWords } from "./read-words.ts";

/** A Wednesday, late in the morning: the week is half done. Both clocks, the playground's and the browser's, stop at it. */
const moment = Temporal.Instant.from("2026-11-18T10:24:00Z").epochMilliseconds;

type Colors = "light" | "dark";

const windowSize = { width: 960, height: 600 };
const Frame = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const leastHeight = 480;
const roomAbove = 8;

export interface Picture {
  readonly fileName: string;
  readonly png: Uint8Array;
}

/** A scene on the screen, played in a playground of its own; disposing closes both. */
interface Shown extends AsyncDisposable {
  readonly page: Page;
  /** What the picture says, the same in light and in dark. */
  readonly words: readonly string[];
}

interface Showing {
  readonly colors?: Colors;
  /** Gets each still of a moving picture, and how long it is shown, in milliseconds. */
  readonly onStill?: (png: Uint8Array, forMs: number) => void;
}

/** Plays a scene; then it is still, in light colours by default. */
export async function showScene(
  browser: Browser,
  scene: Scene,
  { colors = "light", onStill }: Showing = {},
): Promise<Shown> {
  await using playing = new AsyncDisposableStack();
  const { isAtWork = false } = scene;
  const playground = await startPlaygroundUnderTest({ realNow: () => moment, isSetUp: true, isAtWork });
  playing.defer(() => playground.close());
  const person = playground.discord.as(playgroundIds[scene.as], playgroundIds.orders);
  await scene.prepare?.(person, playground);
  const page = await openPage(browser, scene, { playground, colors });
  playing.defer(() => page.context().close());
  const words: string[] = [];
  const still = async (forMs: number): Promise<void> => {
    await complete(page, { keepsPointer: true });
    words.push(...(await readWords(page)));
    onStill?.(await page.screenshot({ animations: "disabled", caret: "hide" }), forMs);
  };
  await scene.play?.(page, { playground, still });
  if (scene.isMoving !== true) await fitHeight(page);
  await complete(page);
  if (scene.isMoving !== true) words.push(...(await readWords(page)));
  const open = playing.move();
  return { page, words, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

/** Takes what is on the screen, in light and in dark. */
export async function takePictures(page: Page, name: string): Promise<readonly Picture[]> {
  const pictures: Picture[] = [];
  for (const colors of ["light", "dark"] as const) {
    // Pressed from within: a form that is open covers the button.
    await page.evaluate(`document.querySelector('[aria-label="Switch to ${colors} colours"]')?.click()`);
    await complete(page);
    const clip = await frameLast(page);
    const png = await page.screenshot({ animations: "disabled", caret: "hide", clip });
    pictures.push({ fileName: `${name}-${colors}.png`, png });
  }
  return pictures;
}

interface Opening {
  readonly playground: PlaygroundUnderTest;
  readonly colors: Colors;
}

async function openPage(browser: Browser, scene: Scene, { playground, colors }: Opening): Promise<Page> {
  const context = await browser.newContext({
    viewport: windowSize,
    deviceScaleFactor: 1.5,
    locale: "en-GB",
    timezoneId: "Europe/London",
    colorScheme: colors,
    reducedMotion: "reduce",
    // The page takes styles from nowhere else, and this brings the font.
    bypassCSP: true,
  });
  context.setDefaultTimeout(conditionWithinMs);
  const page = await context.newPage();
  await page.clock.setFixedTime(playground.clock.now());
  await page.goto(`${playground.discord.url}/?as=${scene.as}`);
  await page.getByRole("combobox", { name: "Command", exact: true }).waitFor();
  await page.addStyleTag({ content: await pictureFont() });
  await complete(page);
  return page;
}

/** As someone scrolls there: until then a page shows its uppermost message whole. */
const scrollToEnd =
  "{ const node = document.querySelector('.scroller'); node.dispatchEvent(new Event('pointerdown')); node.scrollTop = node.scrollHeight; }";

/** Makes the window as high as the last message needs, so that nothing of it is cut off. */
async function fitHeight(page: Page): Promise<void> {
  // On a busy machine the page may have the answer later than Discord has.
  await page.locator(".message").last().waitFor();
  await page.evaluate(scrollToEnd);
  await complete(page);
  const above: unknown = await page.evaluate(
    `[...document.querySelectorAll(".message")].at(-1).getBoundingClientRect().top - document.querySelector(".scroller").getBoundingClientRect().top`,
  );
  const size = page.viewportSize();
  if (size === null || typeof above !== "number")
    throw new Error("there is no message to fit the picture to");
  const height = Math.max(leastHeight, Math.round(size.height - above) + roomAbove);
  await page.setViewportSize({ width: size.width, height });
  await page.evaluate(scrollToEnd);
}

const roomAround = 4;

/** Around the card of the last message, and what can be pressed below it. */
async function frameLast(page: Page) {
  const frame: unknown = await page.evaluate(
    `(() => {
      const message = [...document.querySelectorAll(".message")].at(-1);
      const edges = [...message.querySelectorAll(".embed, .action-row > *, .message-content > *")]
        .map((part) => part.getBoundingClientRect());
      const [x, y] = [Math.min(...edges.map(({ left }) => left)), Math.min(...edges.map(({ top }) => top))];
      const [right, bottom] = [Math.max(...edges.map((edge) => edge.right)), Math.max(...edges.map((edge) => edge.bottom))];
      return { x, y, width: right - x, height: bottom - y };
    })()`,
  );
  const { x, y, width, height } = Frame.parse(frame);
  return {
    x: x - roomAround,
    y: y - roomAround,
    width: width + 2 * roomAround,
    height: height + 2 * roomAround,
  };
}

/** Fonts and pictures are there, and what was changed last is drawn. */
async function complete(page: Page, { keepsPointer = false } = {}): Promise<void> {
  if (!keepsPointer) await page.mouse.move(0, 0);
  await page.evaluate("Promise.all([...document.images].map((image) => image.decode().catch(() => {})))");
  await page.evaluate(
    "document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))",
  );
}
