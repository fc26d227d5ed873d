import type { FoundNotices } from "../../commands/remind/notice/store.ts";
import type { OutboxEntry } from "../../src/store/outbox.ts";
import { notPostedYet } from "../../commands/schedule/delivery/advance.ts";
import type { ConnectionRequest } from "../../commands/account/connection-request/store.ts";
import type { Account } from "../../src/store/accounts.ts";
import type { AuditEntry } from "../../src/store/audit.ts";
import type { NewDraft } from "../../src/store/drafts.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import type { Reminder } from "../../commands/remind/store.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import type { NewTimeRequest } from "../../commands/time-request/store.ts";
import type { SnapshotWeek } from "../../commands/weeks/store.ts";

export const guildId = "111111111111111111";
export const otherGuildId = "222222222222222222";
export const discordUserId = "333333333333333333";
export const now = 1_763_700_000_000; // beyond 32 bits, as all real times are

export const link: GuildLink = {
  guildId,
  linkKey: "k001",
  workspaceId: "64b000000000000000000001",
  name: "Café",
  sealedToken: "v1.k1.a.b.c",
  linkedByDiscordUserId: discordUserId,
  linkedAt: now,
  createdAt: now,
  isReadOnly: false,
};

export const draft: NewDraft = {
  id: "d1",
  guildId,
  discordUserId,
  kind: "order.create",
  payload: { items: ["Flat white ☕", 'a "quoted" one\u0000'], count: 2 },
  createdAt: now,
  expiresAt: now + 1_000,
};

export const entry: AuditEntry = {
  id: "a1",
  guildId,
  workspaceId: undefined,
  discordUserId,
  action: "order.create",
  target: undefined,
  outcome: "done",
  detail: { items: ["tea"] },
  reference: undefined,
  at: now,
};

export const account: Account = {
  guildId,
  discordUserId,
  userId: "9001",
  displayName: "Mia Kovač",
  username: "mia_k",
  avatarUrl: undefined,
  memberName: "Mia ☕",
  connectedByDiscordUserId: "444444444444444444",
  connectedAt: now,
};
export const accountNames = ["mia kovac", "mia_k", "mia ☕"];

export const claim: ConnectionRequest = {
  id: "c1",
  guildId,
  discordUserId,
  userId: "9001",
  displayName: "Mia Kovač",
  username: undefined,
  avatarUrl: "https://pictures.example/mia.png",
  memberName: "Mia ☕",
  channelId: "555555555555555555",
  cardChannelId: undefined,
  cardMessageId: undefined,
  createdAt: now,
  state: "open",
  decidedByDiscordUserId: undefined,
  toldAt: undefined,
  decidedAt: undefined,
  reason: undefined,
};

export const schedule: Schedule = {
  ...notPostedYet,
  id: "s1",
  guildId,
  linkKey: "k001",
  channelId: "9",
  kind: "calendar",
  mode: "new",
  rule: { kind: "weekly", days: [1], time: "18:00" },
  zone: "Europe/Berlin",
  options: { week: 1 },
  mentionRoleId: undefined,
  pins: true,
  replaces: true,
  publishes: false,
  makerDiscordUserId: "3",
  createdAt: now,
  nextDueAt: now + 1_000,
  refreshEveryMs: undefined,
  nextRefreshAt: undefined,
};

export const week: SnapshotWeek = {
  guildId,
  workspaceId: "64b000000000000000000001",
  userId: "9001",
  weekStart: "2025-11-17",
  endsAt: now + 100_000_000,
  snapshotAt: now,
  minutes: 84.5,
  messages: 12,
  orders: undefined,
  assignments: [
    {
      name: "Minutes in game",
      targetType: "minutes",
      target: 120,
      achieved: 84.5,
      passed: false,
      timeoff: false,
    },
  ],
};

export const reminder: Omit<Reminder, "remindedWeek"> = {
  guildId,
  discordUserId,
  kind: "week",
  linkKey: "k001",
  channelId: "555555555555555555",
  hours: 24,
  setAt: now,
};

export const timeRequest: NewTimeRequest = {
  id: "t1",
  guildId,
  linkKey: "k001",
  discordUserId,
  userId: "9001",
  minutes: 90,
  day: "2025-11-20",
  reason: "Forgot to clock in ☕",
  week: { minutes: 84.5, goals: ["🟦 Minutes in game 84 of 120 min"], isOver: false },
  pictures: 1,
  proof: [{ name: "shift.png", url: "https://pictures.example/shift.png" }],
  channelId: "555555555555555555",
  createdAt: now,
  dueAt: now + 60_000,
};

export const message: OutboxEntry = {
  key: "o1",
  guildId,
  discordUserId,
  purpose: "message",
  payload: { channelId: "555555555555555555", message: { content: "Hello ☕" } },
  until: now,
  attempts: 0,
  createdAt: now,
};

/** A message that says which were found. */
export function announce({ guildId: id, noticedAt, subjects }: FoundNotices): OutboxEntry {
  return { ...message, key: `o-${id}-${noticedAt}`, guildId: id, payload: subjects, until: noticedAt };
}
