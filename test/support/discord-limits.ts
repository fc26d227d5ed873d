import { expect } from "vitest";
import { type Reply, toPayload } from "../../src/ui/reply.ts";

/** https://discord.com/developers/docs/resources/message#embed-object-embed-limits, in characters but for `fields`. */
const embedLimits = {
  title: 256,
  description: 4_096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1_024,
  footer: 2_048,
  author: 256,
  total: 6_000,
};

/**
 * Fails unless Discord would take this answer as it is, and nothing in it could ping anyone. `members` are Discord ids
 * of members whom the bot itself names; a mention of anyone else came from outside.
 */
export function expectWithinLimits(answer: Reply, members: readonly string[] = []): void {
  const payload = toPayload(answer);
  expect(payload.content.length).toBeLessThanOrEqual(2_000);
  expect(payload.embeds.length).toBeLessThanOrEqual(10);
  expect(payload.components.length).toBeLessThanOrEqual(5);
  expect(payload.content.trim() !== "" || payload.embeds.length > 0).toBe(true);
  expectNoPing(payload.content, members);
  let together = 0;
  for (const embed of payload.embeds) together += checkEmbed(embed, members);
  expect(together).toBeLessThanOrEqual(embedLimits.total);
  checkComponents(payload.components);
  expect(payload.allowedMentions).toEqual({ parse: [], users: [] });
}

type Embed = NonNullable<Reply["embeds"]>[number];

function checkEmbed(
  { title, description, fields = [], footer, author, image, thumbnail }: Embed,
  members: readonly string[],
): number {
  const texts = [
    [title, embedLimits.title],
    [description, embedLimits.description],
    [footer?.text, embedLimits.footer],
    [author?.name, embedLimits.author],
    ...fields.flatMap(({ name, value }) => [
      [name, embedLimits.fieldName] as const,
      [value, embedLimits.fieldValue] as const,
    ]),
  ] as const;
  expect(fields.length).toBeLessThanOrEqual(embedLimits.fields);
  for (const [text, maxLength] of texts) {
    if (text === undefined) continue;
    expect(text.trim()).not.toBe("");
    expect(text.length).toBeLessThanOrEqual(maxLength);
    expect(text.isWellFormed()).toBe(true);
  }
  // Author and footer show no formatting, so nothing in them is a mention.
  for (const text of [title, description, ...fields.flatMap(({ name, value }) => [name, value])]) {
    expectNoPing(text ?? "", members);
  }
  for (const picture of [image, thumbnail]) {
    if (picture !== undefined) expect(picture.url).toMatch(/^https?:\/\/./);
  }
  return texts.reduce((sum, [text]) => sum + (text?.length ?? 0), 0);
}

function checkComponents(rows: NonNullable<Reply["components"]>): void {
  const ids: string[] = [];
  for (const row of rows) {
    expect(row.components.length).toBeGreaterThanOrEqual(1);
    expect(row.components.length).toBeLessThanOrEqual(5);
    for (const component of row.components) {
      if ("custom_id" in component) ids.push(component.custom_id);
      if ("label" in component) {
        expect(component.label?.length).toBeGreaterThanOrEqual(1);
        expect(component.label?.length).toBeLessThanOrEqual(80);
      }
    }
  }
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id.length).toBeLessThanOrEqual(100);
}

/** Times and names of members are marks that the bot itself makes; everything else of that form came from outside. */
function expectNoPing(text: string, members: readonly string[]): void {
  const live = text
    .replace(/\\.|`[^`]*`/gs, "")
    .replace(/<t:-?\d+:[tTdDfFR]>/g, "")
    .replace(/<@(&?\d+)>/g, (mark, id: string) => (members.includes(id) ? "" : mark));
  expect(live).not.toMatch(/@(everyone|here)|<(@|#|a?:|id:|t:|\/)/);
}
