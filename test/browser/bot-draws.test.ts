import { type APIMessageComponent, ButtonStyle, ComponentType } from "discord-api-types/v10";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { SeenMessage } from "../../playground/discord/member-types.ts";
import { drawnInEmbeds, drawnInForms, drawnInMessages } from "../../playground/page/component-types.ts";
import { openBrowser } from "../support/page/shared-browser.ts";
import { collectEveryAnswer, type EveryAnswer } from "../support/access/collect-replies.ts";
import { openTab } from "../support/page/page-tab.ts";
import { type PlaygroundUnderTest, startPlaygroundUnderTest } from "../support/page/playground-under-test.ts";

/** What one message came to on the page. */
interface Drawn {
  readonly id: string;
  readonly text: string;
  /** The visible text without code: no markup may be in it. */
  readonly prose: string;
  readonly embeds: number;
  readonly fields: number;
  readonly pictures: number;
  readonly brokenPictures: number;
  readonly buttons: readonly string[];
}

const readMessages = `[...document.querySelectorAll("[data-message-id]")].map((article) => {
  const all = (selector) => [...article.querySelectorAll(selector)];
  const plain = article.cloneNode(true);
  for (const code of plain.querySelectorAll("code, button, time")) code.remove();
  return {
    id: article.dataset.messageId,
    text: article.textContent,
    prose: plain.textContent,
    embeds: all(".embed").length,
    fields: all(".embed-field").length,
    pictures: all(".picture").length,
    brokenPictures: all(".picture-broken").length,
    buttons: all(".action-row button:not(.dropdown-button)").map((button) => button.textContent.trim() + " " + button.className),
  };
})`;

const markup = /\*\*|__|~~|\|\||`|<[@#/t:]|^-# |^> |^#{1,3} /m;

let browser: Browser;
let playground: PlaygroundUnderTest;
let every: EveryAnswer;

beforeAll(async () => {
  [playground, browser] = await Promise.all([startPlaygroundUnderTest(), openBrowser()]);
  // What it asks takes minutes or seconds, as quick as its machine is.
  playground.service.setRateLimit(10_000);
  every = await collectEveryAnswer(playground.discord, playground.service);
});
afterAll(async () => {
  await browser.close();
  await playground.close();
});

const unknown = <T>(sent: readonly T[], drawn: readonly T[]): readonly T[] => [
  ...new Set(sent.filter((part) => !drawn.includes(part))),
];
const componentsIn = (component: APIMessageComponent): readonly APIMessageComponent[] => {
  const inner = "components" in component ? component.components : [];
  const beside = "accessory" in component ? [component.accessory] : [];
  return [component, ...[...inner, ...beside].flatMap(componentsIn)];
};
const allComponents = () =>
  every.messages.flatMap(({ components }) => components.flatMap((component) => componentsIn(component)));

test("every command was run", () => {
  const all = commands.flatMap((command) =>
    command.kind === "slash"
      ? [...command.handlers.keys()].map((name) => `${command.json.name} ${name}`.trim())
      : [command.json.name],
  );
  expect([...every.paths].toSorted()).toEqual(all.toSorted());
});

test("the page draws every kind of embed, component and form field that the bot sends", () => {
  const embedParts = every.messages.flatMap(({ embeds }) => embeds.flatMap((embed) => Object.keys(embed)));
  expect(embedParts).toContain("image");
  expect(unknown(embedParts, [...drawnInEmbeds, "type"])).toEqual([]);

  const types = allComponents().map(({ type }) => type);
  expect(types).toContain(ComponentType.Button);
  expect(unknown(types, drawnInMessages)).toEqual([]);

  const inForms = every.forms.flatMap(({ components }) =>
    components.flatMap((part) => [part.type, ...("component" in part ? [part.component.type] : [])]),
  );
  expect(inForms).toContain(ComponentType.TextInput);
  expect(unknown(inForms, drawnInForms)).toEqual([]);
});

test.each(["ada", "sam"] as const)(
  "what %s received is shown in full: every word, field, button and picture, and no leftover markup",
  async (name) => {
    const sent = playground.discord.as(playgroundIds[name], playgroundIds.orders).read().slice(-50);
    expect(sent.length).toBeGreaterThan(1);
    await using tab = await openTab(browser, `${playground.discord.url}/?as=${name}`);
    await tab.page.locator(`[data-message-id="${sent.at(-1)?.id ?? ""}"]`).waitFor();
    // A boundary: the script above says what it gives.
    const drawn = (await tab.page.evaluate(readMessages)) as readonly Drawn[];
    expect(drawn.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
    for (const [index, message] of sent.entries()) {
      const shown = drawn[index];
      if (shown === undefined) throw new Error(`message ${message.id} is not drawn`);
      expect(missingWords(message, shown.text), message.text).toEqual([]);
      expect(shown.prose).not.toMatch(markup);
      expect(shown).toMatchObject({
        embeds: message.embeds.length,
        fields: message.embeds.flatMap(({ fields = [] }) => fields).length,
        pictures: message.embeds.flatMap(({ image, thumbnail }) => [image ?? [], thumbnail ?? []].flat())
          .length,
        brokenPictures: 0,
        buttons: message.buttons.map(({ label, style }) => `${label} button ${looks[style]}`),
      });
    }
  },
);

const looks: Readonly<Record<ButtonStyle, string>> = {
  [ButtonStyle.Primary]: "primary",
  [ButtonStyle.Secondary]: "secondary",
  [ButtonStyle.Success]: "success",
  [ButtonStyle.Danger]: "danger",
  [ButtonStyle.Link]: "secondary",
  [ButtonStyle.Premium]: "secondary",
};

function missingWords({ text, content }: SeenMessage, shown: string): readonly string[] {
  // Mentions, time marks and links with a text read otherwise than they are written.
  const words =
    `${content}\n${text}`.replace(/<[^>]*>|\]\(https:[^)\s]*\)/g, " ").match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return words.filter((word) => !shown.includes(word));
}
