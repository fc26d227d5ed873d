import { expect, test } from "vitest";
import type { CircuitScope } from "../../src/api/resilience/circuit-breaker.ts";
import type { GuildWorkspaces } from "../../commands/link/guild-workspaces.ts";
import { renderChannel, renderNewDefault, renderRenamed } from "../../commands/link/render-change.ts";
import { type Health, describeBindings } from "../../commands/link/render-parts.ts";
import {
  renderDeletionNotice,
  renderRemovalPreview,
  renderLinkRemoved,
} from "../../commands/link/render-remove.ts";
import { renderLinked, renderNotStored, describeKeyProblem } from "../../commands/link/render-set.ts";
import { type LinkStatus, renderNotLinked, renderStatus } from "../../commands/link/render-status.ts";
import { usualMachines } from "../../src/domain/machines.ts";
import { ApiError, type ApiFailure, ContractError } from "../../src/api/errors.ts";
import { type Reply, toPayload } from "../../src/ui/reply.ts";
import type { AccessRole } from "../../src/store/access-roles.ts";
import { checkMessage } from "../../playground/discord/validate-message.ts";
import { someContext } from "../support/render-context.ts";

const now = Date.parse("2026-03-12T09:00:00Z");
const words = { ...someContext(), now: Temporal.Instant.fromEpochMilliseconds(now) };
const workspaceId = "64b000000000000000000001";
const link = {
  guildId: "1",
  linkKey: "a1b2",
  workspaceId,
  name: "Harbour Café",
  sealedToken: "sealed",
  linkedByDiscordUserId: "201",
  linkedAt: now,
  createdAt: now,
  isReadOnly: false,
};
const only: GuildWorkspaces = { links: [link], bindings: [], defaultLink: link };
const days = (count: number) => Temporal.Instant.fromEpochMilliseconds(now + count * 86_400_000);
const linked = {
  link,
  previous: undefined,
  defaultLink: undefined,
  keyEndsAt: undefined,
  rights: [],
};
const invoker = { ...words, by: "201" };
const gonePlace = { name: "Harbour Café", workspaceId };
const broken: Health = {
  state: "broken",
  text: "The workspace is in trouble. ".repeat(20),
  isRefused: false,
};
const textOf = (reply: Reply) => JSON.stringify(reply.embeds);
const linkedUntil = (endsInDays: number) =>
  textOf(renderLinked({ ...linked, keyEndsAt: days(endsInDays) }, words));

test("a link's receipt shows workspace, person and time, and never what was sealed", () => {
  const text = textOf(renderLinked(linked, words));
  for (const fact of [workspaceId, "<@201>", "<t:1773306000:R>", "/setup"]) expect(text).toContain(fact);
  expect(text).not.toContain('sealed\\"');
  expect(text).not.toContain("Key expires");
});

test("the receipt says what a new key replaces, and the workspace's former name", () => {
  const previous = { ...link, linkedByDiscordUserId: "202", name: "Old" };
  const text = textOf(renderLinked({ ...linked, previous, defaultLink: previous }, words));
  expect(text).toContain("replaces the key from <@202>");
  expect(text).toContain("was called **Old** here and is now called **Harbour Café**");
});

test("a key that expires soon or has expired is pointed out, one that expires late isn't urgent", () => {
  expect(linkedUntil(-1)).toContain("❌ expired: <t:");
  expect(linkedUntil(3)).toContain("⚠️ expires: <t:");
  expect(linkedUntil(3)).toContain("Replace this key soon");
  expect(linkedUntil(300)).not.toContain("Replace this key soon");
});

test("every way a check can fail says that nothing was stored", () => {
  const failures: readonly ApiFailure[] = [
    "unauthorized",
    "forbidden",
    "not-found",
    "rejected",
    "rate-limited",
    "unavailable",
    "unreachable",
    "connection-lost",
    "timeout",
    "too-large",
    "invalid-id",
  ];
  for (const failure of failures) {
    expect(describeKeyProblem(new ApiError("getCalendar", failure), workspaceId)).toContain(
      "nothing was saved",
    );
  }
  expect(describeKeyProblem(new ContractError("getCalendar", []), workspaceId)).toContain(
    "nothing was saved",
  );
});

test("a wrong id that doesn't look like one is pointed out", () => {
  const failure = new ApiError("getCalendar", "not-found");
  expect(describeKeyProblem(failure, "my-cafe")).toContain("usually have 24 characters");
  expect(describeKeyProblem(failure, workspaceId)).not.toContain("usually");
});

test("a used-up limit says how long to wait", () => {
  const failure = new ApiError("getCalendar", "rate-limited", { retryAfterMs: 22_300 });
  expect(describeKeyProblem(failure, workspaceId)).toContain("in 23 seconds");
});

test("the status says in words whether the link works", () => {
  const shown = (health: Health) =>
    textOf(
      renderStatus(
        {
          workspaces: only,
          statuses: [{ link, health, keyEndsAt: undefined, machines: usualMachines }],
          roles: [],
        },
        words,
      ),
    );
  const usage = { used: 12, limit: 100, spare: 28 };
  const works = shown({ state: "works", durationMs: 182, usage });
  expect(works).toContain("✅ Working\\n12 of 100 requests used this minute");
  const slow = shown({ state: "limited", durationMs: 1_240, usage: undefined });
  expect(slow).toContain("within 1.2 seconds");
  expect(slow).not.toContain("this minute");
  expect(shown({ state: "limited", durationMs: 5, usage })).toContain("no access to the calendar");
  expect(shown({ state: "broken", text: "No answer.", isRefused: false })).toContain("❌ No answer.");
  expect(textOf(renderNotLinked(someContext()))).toContain("then run /setup");
});

test("a link's card is amber where its key can't read something that is used", () => {
  const colourWith = (rights: LinkStatus["rights"]) => {
    const health: Health = { state: "works", durationMs: 182 };
    const status = { link, health, rights, keyEndsAt: undefined, machines: usualMachines };
    return renderStatus({ workspaces: only, statuses: [status], roles: [] }, words).embeds?.[0]?.color;
  };
  const calendar = { read: "getCalendar", right: "can" } as const;
  expect(colourWith([calendar, { read: "listBanComments", right: "cannot" }])).toBe(0x2f9e44);
  expect(colourWith([calendar, { read: "searchOrders", right: "cannot" }])).toBe(0xf08c00);
});

test("an open circuit breaker is shown with since when, why and until when", () => {
  const status = (state: "open" | "half-open", retryAt: number, scope: CircuitScope = "service") => {
    const outage = { state, since: 1_790_000_000_000, reason: "timeout", retryAt, scope } as const;
    const health: Health = { state: "outage", outage, now: 1_790_000_030_000 };
    const statuses = [{ link, health, keyEndsAt: undefined, machines: usualMachines }];
    return textOf(renderStatus({ workspaces: only, statuses, roles: [] }, words));
  };
  expect(status("open", 1_790_000_040_000)).toContain(
    "❌ The workspace service isn't responding: it takes too long to respond. I'll try again in 10 seconds and send nothing until then.",
  );
  expect(status("open", 1_790_000_040_000)).toContain("Since: <t:1790000000:R>");
  expect(status("open", 1_790_000_010_000)).toContain("I'm about to try again.");
  expect(status("half-open", 1_790_000_040_000)).toContain("I'm about to try again.");
  expect(status("open", 1_790_000_040_000, "workspace")).toContain("❌ This workspace isn't responding: ");
  expect(status("open", 1_790_000_040_000, "operation")).toContain(
    "❌ The calendar, which I test keys with, isn't working: it takes too long to respond.",
  );
});

test("a removal says what is deleted, and what is kept unless everything is deleted", () => {
  const noticeChannelIds = new Set<string>();
  const facts = { schedules: 2, paused: 0, warnings: ["Rewards stop."], noticeChannelIds };
  const question = { links: [link], workspaces: only, ...facts };
  const some = textOf(renderRemovalPreview({ ...question, everything: false }));
  expect(some).toContain("tiers stay");
  expect(some).toContain("2 schedules will stop for good");
  expect(some).toContain("⚠️ Rewards stop.");
  expect(some).toContain("Commands won't work here");
  expect(textOf(renderRemovalPreview({ ...question, paused: 1, everything: false }))).toContain(
    "2 schedules (1 paused) will stop for good, even if the workspace is linked again.",
  );
  const all = textOf(renderRemovalPreview({ ...question, everything: true }));
  expect(all).not.toContain("Rewards");
  expect(all).toContain(
    "the audit log, connected people and their saved weeks, schedules, reminders, settings, open previews and roles",
  );
  const gone = renderLinkRemoved({ state: "already-gone", left: only, schedules: 0 }, gonePlace, invoker);
  expect(textOf(gone)).toContain("nothing else was changed");
});

test("after everything was deleted, each page leads to the same command", () => {
  const empty: GuildWorkspaces = { links: [], bindings: [], defaultLink: undefined };
  const mentions = { ...invoker, commandMention: (path: string) => `</${path}:1>` };
  for (const reply of [
    renderLinkRemoved({ state: "everything", links: 1, unnotifiedChannelIds: [] }, gonePlace, mentions),
    renderLinkRemoved({ state: "removed", left: empty, schedules: 0 }, gonePlace, mentions),
    renderNotLinked(mentions),
  ]) {
    expect(textOf(reply)).toContain("</setup:1>");
    expect(textOf(reply)).not.toContain("link set");
  }
});

test.each([
  [0, undefined],
  [1, "The key still works elsewhere until an administrator of the workspace revokes it."],
  [2, "The keys still work elsewhere until an administrator of each workspace revokes them."],
])("after everything was deleted, with %i links, their keys are told of", (links, sentence) => {
  const removed = { state: "everything", links, unnotifiedChannelIds: [] } as const;
  const [told] = /The keys? still[^.]*\./.exec(textOf(renderLinkRemoved(removed, gonePlace, invoker))) ?? [];
  expect(told).toBe(sentence);
});

test("bindings are listed by channel, the default covers the rest, and those of deleted ones are ignored", () => {
  const other = { ...link, linkKey: "c3d4", name: "Bakery" };
  const tie = (channelId: string, linkKey: string) => ({ channelId, linkKey });
  const lines = (bindings: GuildWorkspaces["bindings"]) =>
    describeBindings({ links: [link, other], bindings, defaultLink: link }).split("\n");
  expect(lines([tie("7", "gone")])).toEqual([
    "**Harbour Café** · every channel",
    "**Bakery** · no channel yet",
  ]);
  expect(lines([tie("7", "c3d4"), tie("8", "a1b2")])).toEqual([
    "**Harbour Café** · <#8>, every other channel",
    "**Bakery** · <#7>",
  ]);
  const many = Array.from({ length: 9 }, (_, index) => tie(`${index}`, "c3d4"));
  expect(lines(many)[1]).toContain("<#4>, 4 more");
});

test("a long list of roles is counted, and a server without any learns how to add some", () => {
  const statusOf = (roles: readonly AccessRole[]) =>
    renderStatus(
      {
        workspaces: only,
        statuses: [{ link, health: broken, keyEndsAt: undefined, machines: usualMachines }],
        roles,
      },
      words,
    );
  const roles = Array.from(
    { length: 40 },
    (_, index) => ({ roleId: `${1_000 + index}`, tier: "staff" }) as const,
  );
  expect(textOf(statusOf(roles))).toContain("Staff · <@&1000>");
  expect(textOf(statusOf(roles))).toContain("and 32 more");
  expect(textOf(statusOf([]))).toContain("Choose some with /access set");
});

test("ten workspaces with the longest names, problems and bindings fit in one message, with the roles", () => {
  const links = Array.from({ length: 10 }, (_, index) => ({
    ...link,
    linkKey: `key${index}`,
    name: "`*_".repeat(13),
    workspaceId: "`".repeat(100),
  }));
  const [first] = links;
  const bindings = links.flatMap(({ linkKey }, of) =>
    Array.from({ length: 7 }, (_, index) => ({ channelId: `1100000000000000${of}${index}`, linkKey })),
  );
  const workspaces = { links, bindings, defaultLink: first };
  const machines = Array.from({ length: 20 }, (_, index) => ({
    userId: `${index}${"`".repeat(60)}`,
    name: "`*_".repeat(13),
  }));
  const statuses = links.map((each) => ({ link: each, health: broken, keyEndsAt: days(-1), machines }));
  const tiers = ["admin", "manager", "staff"] as const;
  const roles = tiers.flatMap((tier) =>
    Array.from({ length: 20 }, (_, index) => ({ roleId: `11000000000000003${index}`, tier })),
  );
  const reply = renderStatus({ workspaces, statuses, roles }, words);
  expect(reply.embeds?.[0]?.fields).toHaveLength(11);
  checkMessage({ ...toPayload(reply) }, { fileNames: [] });
  const [alone] = statuses;
  if (alone === undefined) throw new Error("there is no link");
  const ofOne = renderStatus({ workspaces: only, statuses: [alone], roles }, words);
  checkMessage({ ...toPayload(ofOne) }, { fileNames: [] });
  expect(textOf(ofOne)).toContain("14 more");
  expect(JSON.stringify(ofOne.components)).toContain("Machines…");
  const left = renderLinkRemoved({ state: "removed", left: workspaces, schedules: 3 }, gonePlace, invoker);
  checkMessage({ ...toPayload(left) }, { fileNames: [] });
});

test("an id of any length keeps every message within Discord's limits", () => {
  const long = { ...link, workspaceId: "`*_".repeat(2_000), name: "`*_".repeat(2_000) };
  const workspaces = { links: [long, { ...long, linkKey: "c3d4" }], bindings: [], defaultLink: long };
  const replies = [
    renderLinked({ ...linked, link: long, defaultLink: long }, words),
    renderLinked({ ...linked, link, previous: long }, words),
    renderNewDefault(long, long, workspaces, invoker),
    renderChannel({ channelId: "7", link: long, fallbackLink: long }, workspaces, invoker),
    renderChannel({ channelId: "7", link: undefined, fallbackLink: long }, workspaces, invoker),
    renderRenamed(long, long.name, invoker),
    renderNotStored(describeKeyProblem(new ApiError("getCalendar", "not-found"), long.workspaceId), []),
    renderRemovalPreview({
      links: [long],
      everything: true,
      workspaces,
      schedules: 25,
      paused: 9,
      warnings: ["Rewards stop too."],
      noticeChannelIds: new Set(["7", "8"]),
    }),
    renderRemovalPreview({
      links: [long],
      everything: false,
      workspaces,
      schedules: 25,
      paused: 9,
      warnings: ["Rewards stop too."],
      noticeChannelIds: new Set(["7", "8"]),
    }),
    renderLinkRemoved({ state: "removed", left: workspaces, schedules: 3 }, long, invoker),
    renderDeletionNotice({ links: Array.from({ length: 10 }, () => long), schedules: 25 }, invoker),
  ];
  for (const reply of replies) checkMessage({ ...toPayload(reply) }, { fileNames: [] });
});
