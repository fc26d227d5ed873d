import type { Locator, Page } from "playwright-core";
import { until } from "../wait-for.ts";
import type { Scene, Stage } from "./scene.ts";

const minuteMs = 60_000;
/** Monday at nine in London. */
const nextPostAt = Temporal.Instant.from("2026-11-23T09:00:05Z").epochMilliseconds;

/** The moving picture at the head of the README: an order is logged, the live board follows, and Monday's post appears. */
export const tour: Scene = {
  name: "tour",
  as: "theo",
  isAtWork: true,
  isMoving: true,
  async play(page, { playground, still }) {
    await still(1_800);
    const wish = page.getByRole("article").filter({ hasText: "for Sunny" });
    await pointAt(wish.getByText("for Sunny"));
    await still(700);
    await wish.getByText("for Sunny").click({ button: "right" });
    const choice = page.getByRole("menuitem", { name: /Log order/ });
    await pointAt(choice);
    await still(1_300);
    await choice.click();
    // The board has such a button, too.
    await page.getByText("Log this order?").waitFor();
    const log = page.getByRole("button", { name: "Log order", exact: true }).last();
    await pointAt(log);
    await still(2_600);
    await log.click();
    await page.getByText(/Order #\d+ logged/).waitFor();
    await still(2_400);

    // On the page itself, which hears of it after the bot has changed it.
    const board = page
      .getByRole("article")
      .first()
      .getByRole("img", { name: /in progress/ });
    const before = await board.getAttribute("alt");
    await moveClock(playground, playground.clock.now() + 3 * minuteMs);
    await until("the board has changed", async () => (await board.getAttribute("alt")) !== before);
    await hidePointer(page);
    await scrollTo(page, "document.querySelector('.message').offsetTop + 345");
    await still(3_000);

    await page
      .getByRole("navigation", { name: "Channels" })
      .getByRole("button", { name: "calendar" })
      .click();
    await page.getByRole("heading", { name: "calendar", level: 1 }).waitFor();
    await moveClock(playground, nextPostAt);
    await page.getByText("Week of 23 November").first().waitFor();
    await scrollTo(page, "1e6");
    await still(3_600);
  },
};

async function moveClock({ clock, discord }: Stage["playground"], toMs: number): Promise<void> {
  clock.advanceTo(toMs);
  discord.touch();
}

async function scrollTo(page: Page, top: string): Promise<void> {
  await page.evaluate(`document.querySelector(".scroller").scrollTop = ${top}`);
}

const arrow =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 24'%3E%3Cpath d='M2 1v18l5-4 3 7 3-1-3-7h6z' fill='white' stroke='black' stroke-width='1.5' stroke-linejoin='round'/%3E%3C/svg%3E\") no-repeat";

async function hidePointer(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(`document.getElementById("pointer")?.remove()`);
}

/** Moves the pointer there and draws it, as pictures of a page have none. */
async function pointAt(place: Locator): Promise<void> {
  await place.waitFor();
  await place.hover();
  const box = await place.boundingBox();
  if (box === null) throw new Error("the pointer has nowhere to go");
  const [left, top] = [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
  // As a popover it is above open menus.
  await place.page().evaluate(`(() => {
    document.getElementById("pointer")?.remove();
    const pointer = document.createElement("div");
    pointer.id = "pointer";
    pointer.popover = "manual";
    pointer.style.cssText = ${JSON.stringify(`all: unset; position: fixed; left: ${String(left)}px; top: ${String(top)}px; width: 20px; height: 24px; pointer-events: none; background: ${arrow}`)};
    document.body.append(pointer);
    pointer.showPopover();
  })()`);
}
