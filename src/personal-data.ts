import type { Account } from "./store/rows.ts";
import type { Db, Tables } from "./store/tables.ts";

/** Someone who asks what is kept about them in a guild. */
export interface Asker {
  readonly guildId: string;
  readonly discordUserId: string;
  /** The user they are connected to, and those whom they were the last to be connected to. */
  readonly userIds: readonly string[];
  /** `forgottenAt`: since when no names are stored for it. */
  readonly account: (Account & { readonly forgottenAt: number | undefined }) | undefined;
  /** Of the audit log. */
  readonly maxEntries: number;
}

/** A person of whom only ids may be kept. */
export interface Person {
  readonly guildId: string;
  /** `undefined` if they were named by a user id that no member is connected to. */
  readonly discordUserId: string | undefined;
  readonly userIds: readonly string[];
}

/** While they are forgotten, in one transaction. */
export interface Leaving extends Person {
  /** The user id they were named by; `undefined` if they were named as a member. */
  readonly userId: string | undefined;
  /** As it was before. */
  readonly account: Account | undefined;
  /** The connection goes, too. */
  readonly disconnects: boolean;
  readonly names: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  readonly now: number;
}

/** What is done with a table whose rows are about people. */
export interface PersonalTable<Rows = unknown, Gone = unknown, Member = string | undefined> {
  /** The column with their Discord id, if there is one: a guild with such a row keeps something about them. */
  readonly member: Member;
  /** Whoever is in this table is in `accounts` too, so guilds aren't looked for here. */
  readonly isBesideAccount?: true;
  /** What is kept about them. */
  read(db: Db, asker: Asker): Promise<Rows>;
  /** Texts that name them, to be found elsewhere. */
  names?(db: Db, person: Person): Promise<readonly (string | null | undefined)[]>;
  /** `all` of the member's rows, which counts them; `nothing`, for a reason; or what it does and returns. */
  readonly forget: "all" | "nothing" | ((db: Db, leaving: Leaving) => Promise<Gone>);
}

type MemberColumn<Columns> = Extract<keyof Columns, `${string}iscordUserId`>;

type PersonOf<Columns> =
  MemberColumn<Columns> extends never
    ? "userId" extends keyof Columns
      ? PersonalTable<unknown, unknown, undefined>
      : "nobody" | PersonalTable<unknown, unknown, undefined>
    : PersonalTable<unknown, unknown, MemberColumn<Columns>>;

/** What has to be said of a table with these columns. */
export interface FactsOf<Columns> {
  /** Its rows belong to a guild: they go with it, and it is known by them. */
  readonly guild: "guildId" extends keyof Columns ? true : false;
  /** They go with their link, too. */
  readonly link?: "linkKey" extends keyof Columns ? true : never;
  /** A message that one of its rows names is nobody else's. */
  readonly messages?: "messageId" extends keyof Columns ? true : never;
  /** Before anything of a guild is deleted, its rows are locked in the order of their ids, to prevent deadlocks. */
  readonly lockedFirst?: "id" extends keyof Columns ? true : never;
  /** Whether a column names people, and what is done for them then. */
  readonly person: PersonOf<Columns>;
}

/** What has to be said of every table: without it, a new one doesn't compile. */
export type TableFacts = { readonly [T in keyof Tables]: FactsOf<Tables[T]> };

/** What is said of a table, whichever it is. */
export type AnyTables = Readonly<
  Record<
    string,
    {
      readonly guild: boolean;
      readonly link?: true;
      readonly messages?: true;
      readonly lockedFirst?: true;
      readonly person: PersonalTable | "nobody";
    }
  >
>;

/** Says what is done with a table for the people in it. */
export function keep<Rows, Gone = number, const Member extends string | undefined = undefined>(
  table: PersonalTable<Rows, Gone, Member>,
): PersonalTable<Rows, Gone, Member> {
  return table;
}
