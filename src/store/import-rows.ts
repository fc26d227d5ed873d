import type { Account, ConnectionRequest } from "./rows.ts";
import type { Row } from "./sql-values.ts";

/**
 * `checking`: who is meant is being found out. `asking` waits for the one who began it. `connecting` was confirmed.
 * The rest are ends.
 */
export type ImportState = "checking" | "asking" | "connecting" | "done" | "cancelled";

/** What a step of an import waits for. */
export type ImportWait = "limit" | "service" | "key" | "discord";

/** Several members who are to be connected to users of a workspace at once. */
export interface Import {
  readonly id: string;
  readonly guildId: string;
  readonly linkKey: string;
  readonly workspaceId: string;
  /** Who began it. */
  readonly discordUserId: string;
  /** A file or a pasted list, or the names that are known. */
  readonly source: "list" | "names";
  readonly state: ImportState;
  readonly waitsFor: ImportWait | undefined;
  /** Epoch milliseconds: of the claim, or of a wait. Not to be touched before. */
  readonly until: number;
  readonly createdAt: number;
  /** Of the newest interaction, for 15 minutes. */
  readonly sealedReplyToken: string | undefined;
}

/** `match` was found by the name and nobody has said yes to it; `connected`, `already` and `refused` are ends. */
export type ImportedPersonState = "waiting" | "match" | "ready" | "already" | "refused" | "connected";

/** Why somebody isn't connected. */
export type ImportRefusal =
  | "formula"
  | "rounded-id"
  | "no-user"
  | "actor"
  | "other-workspace"
  | "unknown-name"
  | "ambiguous-name"
  | "unknown-user"
  | "unreadable-user"
  | "not-member"
  | "ambiguous-member"
  | "bot"
  | "no-match"
  | "several-matches"
  | "repeated"
  | "member-twice"
  | "user-twice"
  | "member-taken"
  | "user-taken"
  | "oneself"
  | "left"
  | "link-gone";

export interface ImportedPerson {
  readonly importId: string;
  readonly guildId: string;
  /** Of the file or list, from 1. */
  readonly line: number;
  /** As given; empty when nothing was. */
  readonly typedMember: string;
  readonly typedUser: string;
  readonly discordUserId: string | undefined;
  readonly memberName: string | undefined;
  readonly userId: string | undefined;
  /** As the service calls the person, like the next two. */
  readonly displayName: string | undefined;
  readonly username: string | undefined;
  readonly avatarUrl: string | undefined;
  readonly state: ImportedPersonState;
  readonly reason: ImportRefusal | undefined;
  /** That it is about, of a refusal. */
  readonly otherLine: number | undefined;
}

export function importOf({ waitsFor, sealedReplyToken, ...row }: Row<Import>): Import {
  return { ...row, waitsFor: waitsFor ?? undefined, sealedReplyToken: sealedReplyToken ?? undefined };
}

export function personOf(row: Row<ImportedPerson>): ImportedPerson {
  return {
    ...row,
    discordUserId: row.discordUserId ?? undefined,
    memberName: row.memberName ?? undefined,
    userId: row.userId ?? undefined,
    displayName: row.displayName ?? undefined,
    username: row.username ?? undefined,
    avatarUrl: row.avatarUrl ?? undefined,
    reason: row.reason ?? undefined,
    otherLine: row.otherLine ?? undefined,
  };
}

/** What a person of an import becomes; what is left out stays. */
export type PersonChange = Partial<Omit<ImportedPerson, "importId" | "guildId" | "line">>;

export type NewImport = Omit<Import, "state" | "waitsFor">;
export type NewPerson = Pick<ImportedPerson, "line" | "typedMember" | "typedUser"> & PersonChange;

export interface Imports {
  /** Cancels an earlier one of the same person that was not confirmed, in one transaction. */
  create(begun: NewImport, people: readonly NewPerson[]): Promise<void>;
  find(id: string): Promise<Import | undefined>;
  /** The newest that somebody began and did not cancel. */
  latest(guildId: string, discordUserId: string): Promise<Import | undefined>;
  /** In the order of their lines. */
  people(id: string): Promise<readonly ImportedPerson[]>;
  /** Those with work to do at that moment, the oldest first. */
  due(now: number, limit: number): Promise<readonly Import[]>;
  /** Takes the right to work on one until then. False when somebody else has it. */
  claim({ id, until }: Pick<Import, "id" | "until">, leaseUntil: number): Promise<boolean>;
  /** Is not worked on before `until`; `waitsFor` says why. */
  postpone(id: string, until: number, waitsFor: ImportWait | undefined): Promise<void>;
  /** All claims and waits are over: the process that made them is gone, or the clock was ahead. */
  resumeAll(now: number): Promise<void>;
  /** True for one caller only. */
  advance(id: string, from: ImportState, to: ImportState, until: number): Promise<boolean>;
  setReplyToken(id: string, sealedReplyToken: string): Promise<void>;
  /** False when the person is in none of these states any more. */
  change(
    person: Pick<ImportedPerson, "importId" | "line">,
    from: readonly ImportedPersonState[],
    change: PersonChange,
  ): Promise<boolean>;
  /** The same for all who are in this state. */
  changeAll(importId: string, from: ImportedPersonState, change: PersonChange): Promise<void>;
  /**
   * Connects one who is `ready`, and ends their open request, in one transaction. Gives that request; `undefined` also
   * when they could not be connected, which the list then says.
   */
  connect(
    person: Pick<ImportedPerson, "importId" | "line">,
    account: Account,
    foldedNames: readonly string[],
  ): Promise<ConnectionRequest | undefined>;
  /** Removes what was created before `at`, in any state. */
  removeBefore(at: number): Promise<number>;
}
