import type { StoredSettings } from "../../src/store/guild-settings.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { tables } from "../tables.ts";

declare module "../../src/store/personal-data.ts" {
  interface KeptData extends KeptRows {}
}

type Declared = typeof tables;

/** Everything that a guild's tables hold about a person, by table. */
type KeptRows = {
  readonly [T in keyof Declared as Declared[T]["person"] extends "nobody" ? never : T]: RowsOf<
    Declared[T]["person"]
  >;
};
type RowsOf<Table> = Table extends { read(...all: never): Promise<infer Rows> } ? Rows : never;

/** How the file for them writes what it holds. */
export interface ExportWords {
  /** ISO 8601. */
  readonly at: { (epochMs: number): string; (epochMs: number | undefined): string | undefined };
  /** `you`, or `another member`: who else did something is about them. */
  readonly who: (discordUserId: string | undefined) => string | undefined;
}

declare module "../../src/personal-data.ts" {
  /** What people are told of it. */
  interface PersonalTable<Rows, Gone, Member> {
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
      describe(rows: Rows, settings: StoredSettings, isOwn: boolean): string | false;
    };
    /** Its name and what it holds in the file they can download. */
    readonly exported: { readonly as: string; write(rows: Rows, words: ExportWords): unknown };
    /** What would be deleted, before they are asked. */
    preview?(person: Person & { readonly isOwn: boolean }, ctx: GuildContext): Promise<string | false>;
    /** What was deleted, for the receipt. */
    counted?(gone: Gone): string | false;
    /** After the transaction. Never rejects. @returns what could not be done yet */
    afterwards?(gone: Gone, ctx: GuildContext): Promise<string | false>;
  }
}
