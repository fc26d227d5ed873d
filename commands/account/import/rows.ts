import type { Row } from "../../../src/store/sql-values.ts";
import type { Account, AuditEntry } from "../../../src/store/rows.ts";
import type { Announce } from "../../kit/request/store.ts";
import type { ConnectionRequest } from "../request/store.ts";

declare module "../../../src/store/tables.ts" {
  interface Tables {
    readonly imports: Row<Import>;
    readonly importedPeople: Row<ImportedPerson>;
  }
}

/**
 * `checking`: members and users are being identified. `asking`: waiting for the person who started it. `connecting`:
 * confirmed. The rest are final.
 */
export type ImportState = "checking" | "asking" | "connecting" | "done" | "cancelled";

/** What an import's next step is waiting for. */
export type ImportWait = "limit" | "service" | "key" | "discord";

/** A batch of members to connect to users of a workspace. */
export interface Import {
  readonly id: string;
  readonly guildId: string;
  readonly linkKey: string;
  readonly workspaceId: string;
  /** The person who started it. */
  readonly discordUserId: string;
  /** A file or pasted list, or the names already known. */
  readonly source: "list" | "names";
  readonly state: ImportState;
  readonly waitsFor: ImportWait | undefined;
  /** When the claim or the wait ends, in epoch milliseconds; not to be touched before. */
  readonly until: number;
  readonly createdAt: number;
  /** The newest interaction's token, valid for 15 minutes. */
  readonly sealedReplyToken: string | undefined;
}

/** `match` was found by name and isn't confirmed yet; `connected`, `already` and `refused` are final. */
export type ImportedPersonState = "waiting" | "match" | "ready" | "already" | "refused" | "connected";

/** Why a person wasn't connected. */
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
  /** The line in the file or list, from 1. */
  readonly line: number;
  /** As given; empty if nothing was. */
  readonly typedMember: string;
  readonly typedUser: string;
  readonly discordUserId: string | undefined;
  readonly memberName: string | undefined;
  readonly userId: string | undefined;
  /** As the service names the person; so are the next two fields. */
  readonly displayName: string | undefined;
  readonly username: string | undefined;
  readonly avatarUrl: string | undefined;
  readonly state: ImportedPersonState;
  readonly reason: ImportRefusal | undefined;
  /** The other line that a refusal refers to. */
  readonly otherLine: number | undefined;
}

/** The changes to a person in an import; omitted fields stay. */
export type PersonChange = Partial<Omit<ImportedPerson, "importId" | "guildId" | "line">>;

export type NewImport = Omit<Import, "state" | "waitsFor">;
export type NewPerson = Pick<ImportedPerson, "line" | "typedMember" | "typedUser"> & PersonChange;

export interface Imports {
  /** Cancels the same person's earlier unconfirmed import, in one transaction. */
  create(begun: NewImport, people: readonly NewPerson[]): Promise<void>;
  find(id: string): Promise<Import | undefined>;
  /** The newest import that the person started and didn't cancel. */
  latest(guildId: string, discordUserId: string): Promise<Import | undefined>;
  /** Ordered by line. */
  people(id: string): Promise<readonly ImportedPerson[]>;
  /** Imports with work to do at that time, oldest first. */
  due(now: number, limit: number): Promise<readonly Import[]>;
  /** Claims an import until `leaseUntil`. False if someone else has it. */
  claim({ id, until }: Pick<Import, "id" | "until">, leaseUntil: number): Promise<boolean>;
  /** Pauses work on it until `until`; `waitsFor` says why. */
  postpone(id: string, until: number, waitsFor: ImportWait | undefined): Promise<void>;
  /** Ends all claims and waits: the process that made them is gone, or the clock was ahead. */
  resumeAll(now: number): Promise<void>;
  /** True for only one caller. */
  advance(id: string, from: ImportState, to: ImportState, until: number): Promise<boolean>;
  setReplyToken(id: string, sealedReplyToken: string): Promise<void>;
  /** False if the person is no longer in one of these states. */
  change(
    person: Pick<ImportedPerson, "importId" | "line">,
    from: readonly ImportedPersonState[],
    change: PersonChange,
  ): Promise<boolean>;
  /** The same for everyone in this state. */
  changeAll(importId: string, from: ImportedPersonState, change: PersonChange): Promise<void>;
  /**
   * Connects a person who is `ready`, records that in the audit log and closes their open request, in one transaction.
   * @param announce what is to be said of that request, stored with it
   * @returns that request, if any; where they couldn't be connected, that is recorded in the import alone
   */
  connect(
    person: Pick<ImportedPerson, "importId" | "line">,
    account: Account,
    foldedNames: readonly string[],
    entry: AuditEntry,
    announce: Announce<ConnectionRequest>,
  ): Promise<{ readonly isConnected: boolean; readonly asked: ConnectionRequest | undefined }>;
  /** Removes imports created before `at`, in any state. */
  removeBefore(at: number): Promise<number>;
}
