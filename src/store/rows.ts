/** The tie between a Discord guild and one of its workspaces of the service. */
export interface GuildLink {
  readonly guildId: string;
  /** Four letters and digits; names this link of its guild in buttons, for good. Never reused by another link. */
  readonly linkKey: string;
  readonly workspaceId: string;
  /** As people here call the workspace; unique in its guild without regard to case, which the caller checks. */
  readonly name: string;
  /** The service's token as the vault sealed it, with `linkSealContext` as its context. */
  readonly sealedToken: string;
  readonly linkedByDiscordUserId: string;
  /** Epoch milliseconds; changes with each new key. */
  readonly linkedAt: number;
  /** Epoch milliseconds; never changes. */
  readonly createdAt: number;
}

/** Which of its guild's links a channel is bound to. */
export interface ChannelLink {
  readonly channelId: string;
  readonly linkKey: string;
}

export type RoleTier = "staff" | "manager" | "admin";

/** A Discord role and what its members may do with the bot in its guild. */
export interface AccessRole {
  readonly roleId: string;
  readonly tier: RoleTier;
}

/** That a member of a guild is a user of the service: one to one in each guild. */
export interface Account {
  readonly guildId: string;
  readonly discordUserId: string;
  /** Of the service. */
  readonly userId: string;
  /** As the service calls the person. */
  readonly displayName: string;
  readonly username: string | undefined;
  readonly avatarUrl: string | undefined;
  /** As the guild called the member when last seen. */
  readonly memberName: string;
  readonly connectedByDiscordUserId: string;
  /** Epoch milliseconds. */
  readonly connectedAt: number;
}

/** `open` waits for a manager; the rest are ends. */
export type ConnectionRequestState = "open" | "approved" | "declined" | "withdrawn";

/** A member's claim to be a user of the service, for a manager to decide. */
export interface ConnectionRequest {
  readonly id: string;
  readonly guildId: string;
  readonly discordUserId: string;
  /** Of the service. */
  readonly userId: string;
  readonly displayName: string;
  readonly username: string | undefined;
  readonly avatarUrl: string | undefined;
  readonly memberName: string;
  /** Where it was asked; the answer goes there when no private message gets through. */
  readonly channelId: string;
  /** The card in the managers' channel, once posted. */
  readonly cardChannelId: string | undefined;
  readonly cardMessageId: string | undefined;
  /** Epoch milliseconds, like all times here. */
  readonly createdAt: number;
  readonly state: ConnectionRequestState;
  readonly decidedByDiscordUserId: string | undefined;
  readonly decidedAt: number | undefined;
  readonly reason: string | undefined;
}

/**
 * `open` waits for its button; `sending` was taken and its write is under way; the rest are ends:
 * `done` happened, `unknown` may have happened, `discarded` was given up by its person.
 */
export type DraftState = "open" | "sending" | "done" | "unknown" | "discarded";

/** What a button refers to when it does not fit into a custom id. Outlives a restart. */
export interface Draft {
  readonly id: string;
  readonly guildId: string;
  readonly discordUserId: string;
  /** Which declaration reads the payload, for example `order.create`. */
  readonly kind: string;
  /** JSON; its shape may be from an older version of the bot. `undefined` when the stored text is damaged. */
  readonly payload: unknown;
  readonly state: DraftState;
  /** A sentence about its outcome, once it has ended. */
  readonly result: string | undefined;
  /** Sealed token of the interaction that took the draft, for telling the person after a crash. */
  readonly sealedReplyToken: string | undefined;
  /** Epoch milliseconds, like all times here. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Until when a `sending` draft counts as being worked on. */
  readonly leaseUntil: number | undefined;
}

/** `done` happened, `refused` surely did not, `unsent` neither, for a reason that passes; `unknown` may have. */
export type AuditOutcome = "done" | "refused" | "unsent" | "unknown";

/** Who did what to what, and its outcome. Never holds a token. */
export interface AuditEntry {
  readonly id: string;
  readonly guildId: string;
  readonly workspaceId: string | undefined;
  readonly discordUserId: string;
  /** For example `order.create`. */
  readonly action: string;
  /** The id of what was acted on, once known. */
  readonly target: string | undefined;
  readonly outcome: AuditOutcome;
  /** JSON of what was sent or changed. */
  readonly detail: unknown;
  /** Reference of a failure, as shown to the person and in the log. */
  readonly reference: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * `known`: it was so before anybody wanted to hear of it; `waiting` to be notified; `claimed` by one process until its lease
 * is over; `told` and `dropped` are ends.
 */
export type OrderAlertState = "known" | "waiting" | "claimed" | "posted" | "dropped";

/** A change of an order, for one schedule that announces such changes. Each is announced at most once. */
export interface OrderAlert {
  readonly scheduleId: string;
  readonly orderId: string;
  /** What became of it, for example `ready`. */
  readonly change: string;
  readonly guildId: string;
  readonly state: OrderAlertState;
  /** Of the claim, in epoch milliseconds. */
  readonly until: number;
  /** How often it was claimed. */
  readonly attempts: number;
  /** Epoch milliseconds. */
  readonly noticedAt: number;
  /** Of the announcement, while it is in its channel. */
  readonly messageId: string | null;
}

/** That an order came to a status, as its link showed it. */
export interface OrderStep extends LinkPosition {
  readonly orderId: string;
  /** As the service writes it. */
  readonly status: string;
  /** When it came to it, as far as the service says, in epoch milliseconds; otherwise when somebody looked. */
  readonly seenAt: number;
  /** When the order was made, in epoch milliseconds. */
  readonly createdAt: number | null;
}

/** The kinds of the domain. */
export type ReminderKind = "week" | "assignment" | "marked" | "order";

/** That a member wants to be told of something. One of each kind for each member of a guild. */
export interface Reminder {
  readonly guildId: string;
  readonly discordUserId: string;
  readonly kind: ReminderKind;
  /** Of which workspace. */
  readonly linkKey: string;
  /**
   * Where it was asked for; the reminder goes there when no private message gets through. The guild's id when it was asked
   * for in private: there is no such place then.
   */
  readonly channelId: string;
  /** So many before the reset; 0 for other kinds. */
  readonly hours: number;
  /** Epoch milliseconds. */
  readonly setAt: number;
  /** The first day of the last week that was looked at. */
  readonly remindedWeek: string | undefined;
}

/**
 * Something a member asked to be told of, noticed once. `known`: it was so before they asked; `waiting` to be told; `claimed`
 * by one process until its lease is over; `told` and `dropped` are ends.
 */
export interface Notice {
  readonly guildId: string;
  readonly discordUserId: string;
  readonly kind: Exclude<ReminderKind, "week">;
  /** The id of the assignment or order, or the first day of the week. */
  readonly subject: string;
  readonly state: OrderAlertState;
  /** Of the claim, or of a wait for the next try, in epoch milliseconds. */
  readonly until: number;
  /** How often it was claimed. */
  readonly attempts: number;
  /** Epoch milliseconds; the same for all that one look found. */
  readonly noticedAt: number;
}

/** What becomes of a reminder in the week it is worked on for. */
export interface ReminderWork {
  /** The week that was claimed last. */
  readonly claimedWeek: string | null;
  /** Epoch milliseconds: of the claim, or of a wait for the next try. Not to be touched before. */
  readonly until: number;
  /** How often that week was claimed. */
  readonly attempts: number;
}

export interface QuotaLease {
  readonly id: string;
  readonly workspaceId: string;
  /** So many requests count, until `endsAt`. */
  readonly used: number;
  readonly endsAt: number;
}

/** A user of the service whose id was seen through a link, connected to a member or not. */
export interface KnownPerson extends LinkPosition {
  readonly userId: string;
  /**
   * "noted": never looked up. "missing": the service named nobody when it was asked. "forgotten": their names are not
   * to be kept, so they are never looked up again.
   */
  readonly state: "noted" | "known" | "missing" | "forgotten";
  /** As the service calls the person. */
  readonly displayName: string | undefined;
  readonly username: string | undefined;
  /** Of the picture, as the service writes it. */
  readonly colour: string | undefined;
  /** Epoch milliseconds, to a day. */
  readonly seenAt: number;
  /** Epoch milliseconds. */
  readonly lookedUpAt: number | undefined;
  /** Epoch milliseconds; `undefined` when there is nothing to ask. */
  readonly askAfter: number | undefined;
}

export type LinkPosition = Pick<GuildLink, "guildId" | "linkKey">;

export type PersonNames = Pick<KnownPerson, "displayName" | "username" | "colour">;
