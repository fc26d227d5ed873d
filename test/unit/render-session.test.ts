import * as fc from "fast-check";
import { expect, test } from "vitest";
import { renderServerPreview, renderServerReceipt } from "../../commands/session/render.ts";
import { SessionServer } from "../../src/api/contract/sessions.ts";
import { palette } from "../../src/ui/embed.ts";
import { toPayload } from "../../src/ui/reply.ts";
import { checkMessage } from "../../playground/discord/validate-message.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import {
  anyNames,
  namesOfOne,
  someMember,
  aboutNow,
  anyId,
  anyNumber,
  hostileText,
  maybe,
  moment,
} from "../support/arbitraries.ts";
import { someContext } from "../support/render-context.ts";

const question = { eventId: "65a1b2c3d4e5f60718293a4b", otherIds: [], previous: undefined };

test("groups are listed by priority, with their roles, who holds them, and who attends", () => {
  const server = SessionServer.parse({
    _id: "s1",
    groups: [
      { name: "Late", roles: [] },
      { name: "Crew", priority: 2, roles: [{ name: "Barista" }, { name: "Porter", user_id: "" }] },
      {
        name: "Hosts",
        priority: 1,
        roles: [{ name: "Host", user_id: "4711" }],
        attendees: [{ user_id: "4711" }, { user_id: "4712" }, {}],
      },
    ],
  });
  expect(renderServerReceipt(server, someContext(namesOfOne())).embeds?.[0]?.fields).toEqual([
    { name: "Hosts", value: `✅ Host · <@${someMember}>\nAlso attending: someone`, inline: false },
    { name: "Crew", value: "🔹 Barista · nobody yet\n🔹 Porter · nobody yet", inline: false },
    { name: "Late", value: "No roles", inline: false },
  ]);
});

test("of large groups, none is left out, and each says how many more roles and people it has", () => {
  const people = Array.from({ length: 40 }, (_, index) => ({ user_id: "4711", name: `Barista ${index}` }));
  const attendees = Array.from({ length: 15 }, (_, index) => ({ user_id: String(index) }));
  const groups = Array.from({ length: 14 }, (_, index) => ({ name: `${index}`, roles: people, attendees }));
  const [card] = renderServerReceipt(SessionServer.parse({ groups }), someContext(namesOfOne())).embeds ?? [];
  expect(card?.description).toContain("Only the first 12 are shown.");
  expect(card?.fields).toHaveLength(12);
  for (const { value } of card?.fields ?? [])
    expect(value).toMatch(/\n… and \d+ more\nAlso attending: (?:someone, )*(?:someone|15 people)$/);
});

test("the preview warns of a second server, more strongly if one was or may have been created", () => {
  const text = (previous: Parameters<typeof renderServerPreview>[0]["previous"]) =>
    renderServerPreview({ ...question, previous }).embeds?.[0]?.description;
  expect(text(undefined)).toContain("doing this again creates another one");
  expect(text(undefined)).not.toContain("⚠️");
  const last = { discordUserId: someMember, at: aboutNow };
  expect(text({ ...last, isCertain: true })).toContain(`⚠️ <@${someMember}> created a server for this event`);
  expect(text({ ...last, isCertain: false })).toContain("I don't know whether a server was created");
});

test("an id unlike an event's comes with a warning, before anything else", () => {
  const [card] = renderServerPreview({ ...question, eventId: "1" }).embeds ?? [];
  expect(card?.description).toMatch(/^⚠️ The id below doesn't look like an event's\./);
  expect(card?.color).toBe(palette.waiting);
  expect(renderServerPreview(question).embeds?.[0]?.color).toBe(palette.information);
});

test("a link with several ids says which one was used", () => {
  const { embeds } = renderServerPreview({ ...question, otherIds: ["w1"] });
  expect(embeds?.[0]?.description).toContain("I used the one below, not `w1`");
});

test("whatever the service sends, Discord accepts the receipt", () => {
  const text = maybe(hostileText);
  const person = maybe(fc.oneof(hostileText, fc.constant("4711")));
  const group = fc.record({
    name: text,
    priority: maybe(anyNumber),
    roles: fc.array(fc.record({ name: text, user_id: person }), { maxLength: 12 }),
    attendees: fc.array(fc.record({ user_id: person }), { maxLength: 12 }),
  });
  const anyServer = fc.record({
    _id: anyId,
    created_by: person,
    createdAt: maybe(moment),
    groups: fc.array(group, { maxLength: 15 }),
  });
  fc.assert(
    fc.property(anyServer, anyNames, (raw, names) => {
      const reply = renderServerReceipt(SessionServer.parse(raw), someContext(names));
      expectWithinLimits(reply, [someMember]);
      checkMessage({ ...toPayload(reply) }, { fileNames: [] });
    }),
    { numRuns: 150 },
  );
});
