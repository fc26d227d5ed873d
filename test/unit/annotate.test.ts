import { expect, test } from "vitest";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { findLinkKey } from "../../src/interactions/custom-id.ts";
import {
  type ReplyNotes,
  annotateReply,
  withoutLoneTimes,
} from "../../src/interactions/dispatch/annotate.ts";
import { createEmbed } from "../../src/ui/embed.ts";

const now = Date.UTC(2026, 10, 18, 12);
const link = {
  guildId: "1",
  linkKey: "cafe",
  workspaceId: "a",
  name: "Café",
  sealedToken: "",
  linkedByDiscordUserId: "2",
  linkedAt: 0,
  createdAt: 0,
  isReadOnly: false,
};
const stamp = (parts: Partial<ReplyNotes> = {}): ReplyNotes => ({
  link,
  workspaceName: undefined,
  read: undefined,
  now,
  ...parts,
});
const list = {
  embeds: [
    createEmbed({ title: "Orders", footer: "Page 1 of 2", at: Temporal.Instant.fromEpochMilliseconds(now) }),
    createEmbed({ title: "More" }),
  ],
  components: createButtonRow(createButton({ customId: "orders.page:2", label: "Older" })),
};

test("every component of a reply is bound to the link it was made through", () => {
  const [row] = annotateReply(list, stamp()).components ?? [];
  const ids = row?.components.flatMap((component) => ("custom_id" in component ? [component.custom_id] : []));
  expect(ids?.map(findLinkKey)).toEqual(["cafe"]);
});

test("a single workspace isn't named, one of several is named first", () => {
  expect(annotateReply(list, stamp()).embeds?.[0]?.footer?.text).toBe("Page 1 of 2");
  expect(annotateReply(list, stamp({ workspaceName: "Café" })).embeds?.[0]?.footer?.text).toBe(
    "Café · Page 1 of 2",
  );
  expect(annotateReply({ content: "Done." }, stamp({ workspaceName: "*Café*" })).content).toBe(
    "Done.\n-# Workspace: \\*Café\\*",
  );
});

test("a reply carries the time of its data, and shows it after a minute", () => {
  const readAgo = (agoMs: number) =>
    annotateReply(list, stamp({ read: { at: now - agoMs, isStale: false } })).embeds?.[0];
  expect(readAgo(20_000)).toMatchObject({
    timestamp: "2026-11-18T11:59:40Z",
    footer: { text: "Page 1 of 2" },
  });
  expect(readAgo(90_000)).toMatchObject({
    timestamp: "2026-11-18T11:58:30Z",
    footer: { text: "Page 1 of 2 · as of" },
  });
});

test("fresh data without a footer leaves its time to the message", () => {
  const bare = { embeds: [{ title: "Your week", timestamp: new Date(now).toISOString() }] };
  const readAgo = (agoMs: number) =>
    annotateReply(bare, stamp({ read: { at: now - agoMs, isStale: false } })).embeds?.[0];
  expect(readAgo(20_000)).toEqual({ title: "Your week" });
  expect(readAgo(90_000)).toMatchObject({ timestamp: "2026-11-18T11:58:30Z", footer: { text: "As of" } });
});

test("data that couldn't be refreshed says that the service isn't responding, and how old it is", () => {
  const at = now - 240_000;
  expect(annotateReply(list, stamp({ read: { at, isStale: true } })).content).toBe(
    `The workspace service isn't responding. Last read: <t:${at / 1000}:R>.`,
  );
});

test("data that couldn't be refreshed for lack of requests says that, and when it can be", () => {
  const at = now - 240_000;
  const read = { at, isStale: true, rateLimitedUntil: now + 23_000 };
  expect(annotateReply(list, stamp({ read })).content).toBe(
    `This workspace's requests for this minute are used up. Last read: <t:${at / 1000}:R>. Try again in 23 seconds.`,
  );
});

test("a time alone below a card is left out, unless it says how old the data is", () => {
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms);
  const stamps = (...embeds: readonly ReturnType<typeof createEmbed>[]) =>
    withoutLoneTimes({ embeds }, now).embeds?.map(({ timestamp }) => timestamp);
  expect(stamps(createEmbed({ title: "Posts", at: at(now) }))).toEqual([undefined]);
  expect(
    stamps(
      createEmbed({ title: "Posts", at: at(now - 120_000) }),
      createEmbed({ title: "Posts", footer: "Page 1", at: at(now) }),
    ),
  ).toEqual([at(now - 120_000).toString(), at(now).toString()]);
});
