import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { AuditEntry } from "../../src/store/audit.ts";
import type { KeptData } from "./store.ts";
import { subtext } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { defineGuildButton } from "../kit/guild-button.ts";
import { maxEntries } from "./render-kept.ts";

/** Discord accepts 10 MiB in all. */
const maxBytes = 9_000_000;
const words = "Everything I keep about you in one server, as JSON.";

/** Of one server: what another one keeps is nobody's business here. See docs/decisions/0015. */
async function exportKept(ctx: GuildContext): Promise<Reply> {
  const { store, guildId, invoker, now } = ctx;
  const kept = await store.personalData.of(guildId, invoker.discordUserId, maxEntries);
  const entries = [...kept.auditEntries];
  let text = serializeKept({ ...kept, auditEntries: entries }, ctx);
  while (Buffer.byteLength(text) > maxBytes && entries.length > 0) {
    // The oldest go; what is left out is said below.
    entries.length = Math.floor(entries.length / 2);
    text = serializeKept({ ...kept, auditEntries: entries }, ctx);
  }
  const isComplete = entries.length === kept.auditEntries.length && entries.length < maxEntries;
  const date = Temporal.Instant.fromEpochMilliseconds(now()).toString().slice(0, 10);
  return {
    content: [
      words,
      subtext(
        `It covers only this server${isComplete ? "" : `, with the newest ${entries.length} audit log entries`}. Messages you posted in channels aren't included.`,
      ),
    ].join("\n"),
    files: [{ name: `my-data-${date}.json`, data: Buffer.from(text), description: words }],
  };
}

export const exportButton = defineGuildButton({
  name: "privacy.export",
  access: "everyone",
  needs: "guild",
  ack: "ephemeral",
  run: exportKept,
});

/** Moments as text; who else did something is left out, since that is about them. */
function serializeKept(kept: KeptData, { guildId, invoker, now }: GuildContext): string {
  const {
    account,
    formerAccounts,
    forgotten,
    names,
    weeks,
    requests,
    timeRequests,
    imports,
    importsBegun,
    schedules,
    links,
    reminders,
    notices,
    calendarAddress,
    messages,
    presences,
    hiddenAt,
    rewards,
    drafts,
    auditEntries,
    chosenAt,
  } = kept;
  const me = invoker.discordUserId;
  const who = (discordUserId: string | undefined) =>
    discordUserId === undefined ? undefined : discordUserId === me ? "you" : "another member";
  const content = {
    server: guildId,
    discordUser: me,
    exportedAt: toIsoText(now()),
    connection: account && {
      userId: account.userId,
      displayName: account.displayName,
      username: account.username,
      picture: account.avatarUrl,
      memberName: account.memberName,
      connectedBy: who(account.connectedByDiscordUserId),
      connectedAt: toIsoText(account.connectedAt),
      forgottenAt: toIsoText(account.forgottenAt),
    },
    formerConnections: formerAccounts.map(({ userId, disconnectedAt }) => ({
      userId,
      disconnectedAt: toIsoText(disconnectedAt),
    })),
    forgotten: forgotten.map(({ userId, forgottenAt }) => ({ userId, forgottenAt: toIsoText(forgottenAt) })),
    namesSeen: names.map(({ seenAt, ...name }) => ({ ...name, seenAt: toIsoText(seenAt) })),
    savedWeeks: weeks.map(({ endsAt, snapshotAt, guildId: _guildId, ...week }) => ({
      ...week,
      endsAt: toIsoText(endsAt),
      readAt: toIsoText(snapshotAt),
    })),
    connectionRequests: requests.map((request) => ({
      userId: request.userId,
      displayName: request.displayName,
      username: request.username,
      picture: request.avatarUrl,
      memberName: request.memberName,
      askedAt: toIsoText(request.createdAt),
      state: request.state,
      decidedBy: who(request.decidedByDiscordUserId),
      decidedAt: toIsoText(request.decidedAt),
      reason: request.reason,
    })),
    timeRequests: timeRequests.map((request) => ({
      userId: request.userId,
      minutes: request.minutes,
      day: request.day,
      reason: request.reason,
      week: request.week,
      pictures: request.pictures,
      askedAt: toIsoText(request.createdAt),
      state: request.state,
      decidedBy: who(request.decidedByDiscordUserId),
      decidedAt: toIsoText(request.decidedAt),
      approvedMinutes: request.approvedMinutes,
      declineReason: request.declineReason,
    })),
    imports,
    importsBegun: importsBegun.map(({ createdAt, ...begun }) => ({
      ...begun,
      begunAt: toIsoText(createdAt),
    })),
    schedules: schedules.map((schedule) => ({
      kind: schedule.kind,
      linkKey: schedule.linkKey,
      channelId: schedule.channelId,
      mode: schedule.mode,
      rule: schedule.rule,
      zone: schedule.zone,
      options: schedule.options,
      mentionRoleId: schedule.mentionRoleId,
      pins: schedule.pins,
      replaces: schedule.replaces,
      publishes: schedule.publishes,
      state: schedule.state,
      madeAt: toIsoText(schedule.createdAt),
    })),
    links: links.map(({ linkedAt, ...link }) => ({ ...link, linkedAt: toIsoText(linkedAt) })),
    reminders: reminders.map(({ setAt, ...reminder }) => ({ ...reminder, turnedOnAt: toIsoText(setAt) })),
    calendarAddress: calendarAddress && {
      linkKey: calendarAddress.linkKey,
      madeAt: toIsoText(calendarAddress.madeAt),
      lastReadAt: toIsoText(calendarAddress.readAt),
    },
    notices: notices.map(({ noticedAt, ...notice }) => ({ ...notice, noticedAt: toIsoText(noticedAt) })),
    messages: messages.map(({ createdAt, ...message }) => ({ ...message, createdAt: toIsoText(createdAt) })),
    presences: presences.map(({ since, askedAt, readAt, ...presence }) => ({
      ...presence,
      since: toIsoText(since),
      askedAt: toIsoText(askedAt),
      readAt: toIsoText(readAt),
    })),
    hiddenFromOnNowSince: toIsoText(hiddenAt),
    rewards: rewards.map(({ since, ...reward }) => ({ ...reward, since: toIsoText(since) })),
    drafts: drafts.map(({ createdAt, expiresAt, ...draft }) => ({
      ...draft,
      createdAt: toIsoText(createdAt),
      expiresAt: toIsoText(expiresAt),
    })),
    auditLog: auditEntries.map((entry) => toEntry(entry, who)),
    privateCommands: chosenAt === undefined ? undefined : { server: guildId, chosenAt: toIsoText(chosenAt) },
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

function toEntry(
  { action, target, outcome, detail, reference, discordUserId, workspaceId, at: atMs }: AuditEntry,
  who: (discordUserId: string) => string | undefined,
) {
  return {
    at: toIsoText(atMs),
    by: who(discordUserId),
    action,
    outcome,
    target,
    detail,
    workspaceId,
    reference,
  };
}

function toIsoText(epochMs: number | undefined): string | undefined {
  return epochMs === undefined ? undefined : Temporal.Instant.fromEpochMilliseconds(epochMs).toString();
}
