import type { Generated } from "kysely";
import type { Capabilities } from "../domain/capabilities.ts";

/** Connects a Discord guild to one of its workspaces in the service. */
export interface GuildLink {
  readonly guildId: string;
  /**
   * Four letters and digits that permanently identify this link within its guild, for example in buttons. Never reused
   * by another link.
   */
  readonly linkKey: string;
  readonly workspaceId: string;
  /** What people in the guild call the workspace; unique in its guild ignoring case, which the caller checks. */
  readonly name: string;
  /** The service token, sealed by the vault with `createLinkSealContext` as its context. */
  readonly sealedToken: string;
  readonly linkedByDiscordUserId: string;
  /** Epoch milliseconds; changes with each new key. */
  readonly linkedAt: number;
  /** Epoch milliseconds; never changes. */
  readonly createdAt: number;
  /** Nothing that would change the workspace is sent. */
  readonly isReadOnly: boolean;
  /** `undefined` until its key was tried. */
  readonly capabilities?: Capabilities | undefined;
}

/** In the database, `readOnly` is 0 or 1, and `capabilities` JSON. */
export type GuildLinkRow = Omit<GuildLink, "isReadOnly" | "capabilities"> & {
  readonly readOnly: Generated<number>;
  readonly capabilities: string | null;
  /** When its key is tried next, in epoch milliseconds. */
  readonly checkAt: Generated<number>;
};

/** Which of its guild's links a channel is bound to. */
export interface ChannelLink {
  readonly channelId: string;
  readonly linkKey: string;
}

export type RoleTier = "staff" | "manager" | "admin";

/** A Discord role, and what its members may do with the bot in its guild. */
export interface AccessRole {
  readonly roleId: string;
  readonly tier: RoleTier;
}

/** Connects a guild member to a service user: one to one in each guild. */
export interface Account {
  readonly guildId: string;
  readonly discordUserId: string;
  /** The service's user id. */
  readonly userId: string;
  /** As the service names the person. */
  readonly displayName: string;
  readonly username: string | undefined;
  readonly avatarUrl: string | undefined;
  /** The member's name in the guild when last seen. */
  readonly memberName: string;
  readonly connectedByDiscordUserId: string;
  /** Epoch milliseconds. */
  readonly connectedAt: number;
}

/**
 * `open` waits for its button; `sending` was claimed and its write is in progress; the rest are final: `done` happened,
 * `unknown` may have happened, `discarded` was cancelled by the person.
 */
export type DraftState = "open" | "sending" | "done" | "unknown" | "discarded";

/** What a button refers to if it doesn't fit into a custom id. Survives a restart. */
export interface Draft {
  readonly id: string;
  readonly guildId: string;
  readonly discordUserId: string;
  /** Which declaration reads the payload, for example `order.create`. */
  readonly kind: string;
  /** JSON; may have been written by an older version of the bot. `undefined` if the stored text is damaged. */
  readonly payload: unknown;
  readonly state: DraftState;
  /** A sentence about its outcome, once it has ended. */
  readonly result: string | undefined;
  /** Sealed token of the interaction that claimed the draft, for telling the person after a crash. */
  readonly sealedReplyToken: string | undefined;
  /** Epoch milliseconds, like all times here. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Until when a `sending` draft counts as being worked on. */
  readonly leaseUntil: number | undefined;
}

/** `done` happened; `refused` and `unsent` certainly didn't, the latter for a temporary reason; `unknown` may have. */
export type AuditOutcome = "done" | "refused" | "unsent" | "unknown";

/** Who did what to what, and its outcome. Never contains a token. */
export interface AuditEntry {
  readonly id: string;
  readonly guildId: string;
  readonly workspaceId: string | undefined;
  readonly discordUserId: string;
  /** For example `order.create`. */
  readonly action: string;
  /** The id of the affected thing, once known. */
  readonly target: string | undefined;
  readonly outcome: AuditOutcome;
  /** JSON of what was sent or changed. */
  readonly detail: unknown;
  /** A failure's reference, as shown to the person and in the log. */
  readonly reference: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface QuotaLease {
  readonly id: string;
  readonly workspaceId: string;
  /** How many requests the lease counts for, until `endsAt`. */
  readonly used: number;
  readonly endsAt: number;
}

/** A service user whose id was seen through a link, connected to a member or not. */
export interface KnownPerson extends LinkPosition {
  readonly userId: string;
  /**
   * "noted": never looked up. "missing": the service knew nobody by this id. "forgotten": their names must not be
   * stored, so they are never looked up again.
   */
  readonly state: "noted" | "known" | "missing" | "forgotten";
  /** As the service names the person. */
  readonly displayName: string | undefined;
  readonly username: string | undefined;
  /** The picture's colour, as the service spells it. */
  readonly colour: string | undefined;
  /** Epoch milliseconds, accurate to a day. */
  readonly seenAt: number;
  /** Epoch milliseconds. */
  readonly lookedUpAt: number | undefined;
  /** When to look the person up next, in epoch milliseconds; `undefined` for never. */
  readonly askAfter: number | undefined;
}

export type LinkPosition = Pick<GuildLink, "guildId" | "linkKey">;

export type PersonNames = Pick<KnownPerson, "displayName" | "username" | "colour">;

/** Something the bot has to say by itself, until it has been said. All times are epoch milliseconds. */
export interface OutboxRow {
  /** Identifies it, however often and however worded it is tried. */
  readonly key: string;
  readonly guildId: string;
  readonly discordUserId: string | null;
  /** Who makes the message of the payload. */
  readonly purpose: string;
  readonly payload: string;
  /** When the claim or the wait for the next attempt ends. */
  readonly until: number;
  /** How often it was claimed. */
  readonly attempts: number;
  readonly createdAt: number;
}

/** One wording of a message that was about to be sent. All times are epoch milliseconds. */
export interface SendRow {
  /** Identifies the message, however often and however worded it is tried. */
  readonly nonce: string;
  /** Of exactly what was about to be sent. */
  readonly digest: string;
  readonly guildId: string;
  /** When this wording was tried first. */
  readonly firstAt: number;
  readonly lastAt: number;
  readonly shown: string;
}

/** A message that the bot sent by itself. */
export interface SentMessage {
  readonly messageId: string;
  /** What it was sent for. */
  readonly nonce: string;
  readonly guildId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A guild in which the bot is without a link. All times are epoch milliseconds. */
export interface UnlinkedGuild {
  readonly guildId: string;
  /** When it was first found without a link; a link, or days without a look, begin anew. */
  readonly since: number;
}
