import type { GuildContext } from "./interactions/handler-context.ts";
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

/** How the file for them writes what it holds. */
export interface ExportWords {
  /** ISO 8601. */
  readonly at: { (epochMs: number): string; (epochMs: number | undefined): string | undefined };
  /** `you`, or `another member`: who else did something is about them. */
  readonly who: (discordUserId: string | undefined) => string | undefined;
}

/** What is done with a table whose rows are about people. */
export interface PersonalTable<Rows = unknown, Gone = unknown, Member = string | undefined> {
  /** The column with their Discord id, if there is one: a guild with such a row keeps something about them. */
  readonly member: Member;
  /** Whoever is in this table is in `accounts` too, so guilds aren't looked for here. */
  readonly isBesideAccount?: true;
  /** What is kept about them. */
  read(db: Db, asker: Asker): Promise<Rows>;
  readonly shown?: {
    /** Most wanted first: 1 to 12, or 14 and more for what comes last; 13 by default. */
    readonly rank?: number;
    /** What is said not to be kept where nothing is described. */
    readonly name?: string;
    /**
     * A line of `/privacy`; false if nothing is kept.
     * @param settings the guild's
     * @param isOwn whether they read it themselves
     */
    describe(rows: Rows, settings: ReadonlyMap<string, string>, isOwn: boolean): string | false;
  };
  /** Its name and what it holds in the file they can download. */
  readonly exported: { readonly as: string; write(rows: Rows, words: ExportWords): unknown };
  /** Texts that name them, to be found elsewhere. */
  names?(db: Db, person: Person): Promise<readonly (string | null | undefined)[]>;
  /** `all` of the member's rows, which counts them; `nothing`, for a reason; or what it does and returns. */
  readonly forget: "all" | "nothing" | ((db: Db, leaving: Leaving) => Promise<Gone>);
  /** What would be deleted, before they are asked. */
  preview?(person: Person & { readonly isOwn: boolean }, ctx: GuildContext): Promise<string | false>;
  /** What was deleted, for the receipt. */
  counted?(gone: Gone): string | false;
  /** After the transaction. Never rejects. @returns what could not be done yet */
  afterwards?(gone: Gone, ctx: GuildContext): Promise<string | false>;
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
  /** Whether a column names people, and what is done for them then. */
  readonly person: PersonOf<Columns>;
}

/** What has to be said of every table: without it, a new one doesn't compile. */
export type TableFacts = { readonly [T in keyof Tables]: FactsOf<Tables[T]> };

/** What is said of a table, whichever it is. */
export type AnyTables = Readonly<
  Record<string, { readonly guild: boolean; readonly person: PersonalTable | "nobody" }>
>;

/** Says what is done with a table for the people in it. */
export function keep<Rows, Gone = number, const Member extends string | undefined = undefined>(
  table: PersonalTable<Rows, Gone, Member>,
): PersonalTable<Rows, Gone, Member> {
  return table;
}
