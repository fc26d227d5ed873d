import { DiscordAPIError } from "discord.js";
import { ApiError } from "../../../src/api/errors.ts";
import { createGuildMembers } from "../../../src/discord/members.ts";
import { findRepetitions } from "./people.ts";
import { foldNames } from "../../../src/domain/search.ts";
import { UserError } from "../../../src/errors.ts";
import type { Account } from "../../../src/store/accounts.ts";
import type { AuditEntry } from "../../../src/store/audit.ts";
import type { ConnectionRequest } from "../request/store.ts";
import { StoreError } from "../../../src/store/errors.ts";
import type { Import, ImportedPerson, ImportWait } from "./store.ts";
import { minuteMs, secondMs } from "../../../src/time.ts";
import { escapeMarkdown, inlineCode } from "../../../src/ui/escape.ts";
import { countPeople } from "./person-text.ts";
import { forEachLimited, type Job, type JobTools } from "../../../src/jobs/job.ts";
import type { News } from "../../kit/request/kind.ts";
import type { Announce } from "../../kit/request/store.ts";
import { connection } from "../request/kind.ts";
import { checkPerson } from "./check-person.ts";
import { showImport } from "./show.ts";

const importsAtOnce = 4;
const peopleAtOnce = 4;
/** Longer than one person takes; an older claim belongs to a process that died. */
const leaseMs = 20 * secondMs;
/** A round ends by then, and the next one continues. */
const maxRoundMs = 10 * secondMs;
/** Discord limits how often a message can be edited. */
const showEveryMs = 3 * secondMs;

/** Processes lists of people to connect: finds out who they are and, once confirmed, connects them. */
export const imports: Job = {
  name: "imports",
  schedule: { everyMs: secondMs },
  async run(tools) {
    const due = await tools.ctx.store.imports.due(tools.ctx.now(), importsAtOnce);
    await forEachLimited(due, importsAtOnce, (begun) => workOn(begun, tools));
  },
};

/** Never rejects. */
async function workOn(begun: Import, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { store } = ctx;
  try {
    if (!(await store.imports.claim(begun, ctx.now() + leaseMs))) return;
    const isOver = await (begun.state === "checking" ? check(begun, tools) : connect(begun, tools));
    if (!isOver) await store.imports.postpone(begun.id, ctx.now(), undefined);
  } catch (error) {
    const { waitsFor, waitMs } = getWaitAfter(error);
    const { guildId } = begun;
    ctx.log[waitsFor === undefined ? "error" : "info"]("an import waits", { guildId, waitsFor, error });
    await store.imports
      .postpone(begun.id, ctx.now() + waitMs, waitsFor ?? "service")
      .catch((failure: unknown) =>
        ctx.log.error("an import could not be put off", { guildId, error: failure }),
      );
  }
  await showImport(begun.id, tools);
}

/** What the import waits for, and until when; unexpected failures count as the service's. */
function getWaitAfter(error: unknown): { readonly waitsFor?: ImportWait; readonly waitMs: number } {
  if (error instanceof ApiError) {
    const { failure, retryAfterMs = 0 } = error;
    if (failure === "rate-limited") return { waitsFor: "limit", waitMs: Math.max(secondMs, retryAfterMs) };
    if (failure === "unauthorized" || failure === "forbidden") return { waitsFor: "key", waitMs: minuteMs };
    return { waitsFor: "service", waitMs: Math.max(10 * secondMs, retryAfterMs) };
  }
  if (error instanceof UserError) return { waitsFor: "key", waitMs: minuteMs };
  if (error instanceof StoreError) return { waitMs: 10 * secondMs };
  return { ...(error instanceof DiscordAPIError && { waitsFor: "discord" }), waitMs: 10 * secondMs };
}

/** @returns whether all are checked */
async function check(begun: Import, tools: JobTools): Promise<boolean> {
  const { ctx } = tools;
  const { imports: stored } = ctx.store;
  if (!(await isStillLinked(begun, ctx))) {
    await stored.changeAll(begun.id, "waiting", { state: "refused", reason: "link-gone" });
  } else {
    const { guildId, linkKey } = begun;
    const { api } = await tools.resolveWorkspace({ guildId, channelId: guildId, linkKey });
    const checking = { begun, api, members: createGuildMembers(tools.postRest, ctx.now), ctx };
    const isDone = await forEachPerson(begun, "waiting", tools, async (person) => {
      await stored.change(person, ["waiting"], await checkPerson(person, checking));
    });
    if (!isDone) return false;
  }
  const found = (await stored.people(begun.id)).filter(({ state }) => meant.includes(state));
  for (const { line, reason, otherLine } of findRepetitions(found))
    await stored.change({ importId: begun.id, line }, meant, { state: "refused", reason, otherLine });
  return stored.advance(begun.id, "checking", "asking", ctx.now());
}

const meant: readonly ImportedPerson["state"][] = ["ready", "match", "already"];

async function isStillLinked(
  { guildId, linkKey, workspaceId }: Import,
  { store }: JobTools["ctx"],
): Promise<boolean> {
  return (await store.guildLinks.find(guildId, linkKey))?.workspaceId === workspaceId;
}

/** Several at a time, until the list or the round ends. @returns whether all are done @throws the first failure */
async function forEachPerson(
  begun: Import,
  state: ImportedPerson["state"],
  tools: JobTools,
  work: (person: ImportedPerson) => Promise<void>,
): Promise<boolean> {
  const { ctx, stopping } = tools;
  const startedAt = ctx.now();
  let shownAt = startedAt;
  let heldUntil = startedAt + leaseMs;
  let failed: { readonly error: unknown } | undefined;
  let left = 0;
  const people = (await ctx.store.imports.people(begun.id)).filter((person) => person.state === state);
  await forEachLimited(people, peopleAtOnce, async (person) => {
    const now = ctx.now();
    if (failed !== undefined || stopping?.aborted === true || now - startedAt > maxRoundMs) {
      left += 1;
      return;
    }
    if (heldUntil - now < leaseMs / 2) {
      heldUntil = now + leaseMs;
      await ctx.store.imports.postpone(begun.id, heldUntil, undefined);
    }
    try {
      await work(person);
    } catch (error) {
      failed ??= { error };
      return;
    }
    if (now - shownAt < showEveryMs) return;
    shownAt = now;
    await showImport(begun.id, tools);
  });
  if (failed !== undefined) throw failed.error;
  return left === 0;
}

/** @returns whether everyone is connected, or can't be */
async function connect(begun: Import, tools: JobTools): Promise<boolean> {
  const { ctx } = tools;
  const { imports: stored } = ctx.store;
  if (!(await isStillLinked(begun, ctx))) {
    await stored.changeAll(begun.id, "ready", { state: "refused", reason: "link-gone" });
  } else {
    const members = createGuildMembers(tools.postRest, ctx.now);
    const isDone = await forEachPerson(begun, "ready", tools, async (person) => {
      const { discordUserId = "" } = person;
      const member = await members.find(begun.guildId, discordUserId);
      if (member === undefined) {
        await stored.change(person, ["ready"], { state: "refused", reason: "left" });
        return;
      }
      const account = toAccount(person, member.memberName, begun, ctx.now());
      const entry = createPairEntry(person, account, begun);
      const settle = async (announce: Announce<ConnectionRequest>) => {
        const names = foldNames(account);
        const { isConnected, asked } = await stored.connect(person, account, names, entry, announce);
        // It was stored with the connection.
        if (isConnected) await ctx.recordEntry(entry, () => Promise.resolve(true));
        return asked;
      };
      const news = (asked: ConnectionRequest) => describeImported(account, asked);
      await connection.end(settle, { ctx, isAwaited: false, stored: news });
    });
    if (!isDone) return false;
  }
  return finish(begun, tools);
}

function toAccount(
  { userId = "", discordUserId = "", displayName = `User ${userId}`, username, avatarUrl }: ImportedPerson,
  memberName: string,
  { guildId, discordUserId: connectedByDiscordUserId }: Import,
  connectedAt: number,
): Account {
  const ids = { guildId, discordUserId, userId };
  return { ...ids, displayName, username, avatarUrl, memberName, connectedByDiscordUserId, connectedAt };
}

/** As for one who is connected by hand, so that both are found, exported and forgotten alike. */
function createPairEntry(
  { line }: ImportedPerson,
  { discordUserId: member, memberName, userId, displayName, connectedAt }: Account,
  { id, guildId, workspaceId, discordUserId }: Import,
): AuditEntry {
  return {
    id: `${id}-${line}`,
    guildId,
    workspaceId,
    discordUserId,
    action: "account.connect",
    target: userId,
    outcome: "done",
    detail: { member, memberName, person: { userId, displayName }, after: userId, import: id },
    reference: undefined,
    at: connectedAt,
  };
}

/** To people who had asked to be connected, as they were promised. */
function describeImported({ displayName, userId }: Account, asked: ConnectionRequest): News {
  const match = asked.userId === userId ? "as you asked" : "which isn't who you asked for";
  const words = `now connected to **${escapeMarkdown(displayName, 60)}** ${inlineCode(userId)}, ${match}. See your week with \`/me\``;
  return { inPrivate: `You're ${words} in your server.`, inChannel: `you're ${words}.`, byImport: true };
}

const action = "account.import";
/** More than the imports that run at once. */
const maxRecent = 50;

async function finish(begun: Import, { ctx }: JobTools): Promise<boolean> {
  const { id, guildId, workspaceId, discordUserId } = begun;
  const { connected, already, refused } = countPeople(await ctx.store.imports.people(id));
  // Recorded before the import ends, so that a crash can't lose the entry, and only once.
  const recent = await ctx.store.audit.list(guildId, { action }, { limit: maxRecent });
  if (!recent.some((entry) => entry.id === id))
    await ctx.recordEntry({
      id,
      guildId,
      workspaceId,
      discordUserId,
      action,
      target: undefined,
      outcome: connected > 0 ? "done" : "refused",
      detail: { connected, already, refused },
      reference: undefined,
      at: ctx.now(),
    });
  await ctx.store.imports.advance(id, "connecting", "done", ctx.now());
  return true;
}
