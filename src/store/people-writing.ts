import { listGuildIds } from "./guild-ids.ts";
import { deleteInSlices } from "./slices.ts";
import { nextTurn } from "../turns.ts";
import { toNameColumns } from "./account-search.ts";
import type { LinkPosition } from "./guild-links.ts";
import type { InRelaxedTransaction } from "./guild-transaction.ts";
import type { PersonNames } from "./rows.ts";
import { countChanged, countRows } from "./sql-values.ts";
import type { Db, Tables } from "./tables.ts";

/** Service users whose ids were shown through a link. */
export interface Noted {
  readonly link: LinkPosition;
  readonly userIds: readonly string[];
}

/** What the service said about a person; without a display name, it knows nobody by this id. */
export interface LearnedPerson extends PersonNames {
  readonly userId: string;
  /** As for accounts. */
  readonly foldedNames: readonly string[];
}

/** Anything lost in a power cut is learned again. */
export interface PeopleWriting {
  /**
   * Records that these people were seen; those who are new or weren't looked up since `staleBefore` are queued for
   * lookup.
   */
  note(noted: readonly Noted[], at: { readonly now: number; readonly staleBefore: number }): Promise<void>;
  /**
   * Stores the names of people who were noted and not forgotten meanwhile; a stored name is removed if the service no
   * longer knows the person.
   */
  learn(link: LinkPosition, people: readonly LearnedPerson[], at: number): Promise<void>;
  /**
   * Those of them who were forgotten in the guild, and when: unless they are connected again, nobody may look up their
   * names.
   */
  listForgotten(guildId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Removes people not seen since then, and all people of removed links. */
  removeBefore(seenAt: number): Promise<number>;
}

/** Per link; those not seen for the longest are removed first. Searching scans every name, so the number is limited. */
export const maxPeoplePerLink = 5_000;
// Within both databases' limits on values per statement.
const rowsAtOnce = 500;

export function createPeopleWriting(db: Db, inRelaxedTransaction: InRelaxedTransaction): PeopleWriting {
  return {
    async note(noted, { now, staleBefore }) {
      // One after another, so that one guild's long work doesn't delay another's.
      for (const { link, userIds } of noted) {
        const { guildId, linkKey } = link;
        const blank = { ...toNameColumns([]), seenAt: now };
        await inRelaxedTransaction(async (transaction) => {
          for (let start = 0; start < userIds.length; start += rowsAtOnce) {
            const ids = userIds.slice(start, start + rowsAtOnce);
            const forgotten = await selectForgotten(transaction, guildId, ids);
            const rows = ids.map((userId) => ({
              guildId,
              linkKey,
              userId,
              ...blank,
              ...(forgotten.has(userId) ? never : { state: "noted" as const, askAfter: now }),
            }));
            await insert(transaction, rows, staleBefore);
          }
          await keepNewest(transaction, link);
        }, guildId);
      }
    },

    async learn({ guildId, linkKey }, people, at) {
      await inRelaxedTransaction(async (transaction) => {
        for (const person of people)
          await transaction
            .updateTable("people")
            .set({ ...toLearnedColumns(person), lookedUpAt: at, askAfter: null })
            .where((eb) => eb.and({ guildId, linkKey, userId: person.userId }))
            .where("state", "!=", "forgotten")
            .execute();
      }, guildId);
    },

    listForgotten: (guildId, userIds) => selectForgotten(db, guildId, userIds),

    async removeBefore(seenAt) {
      let removed = await deleteInSlices(db, "people", (eb) => eb("seenAt", "<", seenAt));
      for (const guildId of await listGuildIds(db, "people")) {
        await nextTurn();
        removed += await countChanged(
          db
            .deleteFrom("people")
            .where("guildId", "=", guildId)
            .where("linkKey", "not in", (eb) =>
              eb
                .selectFrom("guildLinks")
                .select("guildLinks.linkKey")
                .where("guildLinks.guildId", "=", guildId),
            ),
        );
      }
      return removed;
    },
  };
}

/** Never to be looked up. */
const never = { state: "forgotten", askAfter: null } as const;

async function selectForgotten(
  db: Db,
  guildId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("forgottenUsers")
    .select(["userId", "forgottenAt"])
    .where("guildId", "=", guildId)
    .where("userId", "in", userIds)
    .execute();
  return new Map(rows.map(({ userId, forgottenAt }) => [userId, forgottenAt]));
}

type NotedRow = Pick<
  Tables["people"],
  "guildId" | "linkKey" | "userId" | "names" | "sortName" | "seenAt" | "state" | "askAfter"
>;

async function insert(db: Db, rows: readonly NotedRow[], staleBefore: number): Promise<void> {
  await db
    .insertInto("people")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["guildId", "linkKey", "userId"]).doUpdateSet((eb) => ({
        seenAt: eb.ref("excluded.seenAt"),
        askAfter: eb
          .case()
          .when(
            eb.and([
              eb("people.askAfter", "is", null),
              eb("people.state", "!=", "forgotten"),
              eb("people.lookedUpAt", "<", staleBefore),
            ]),
          )
          .then(eb.ref("excluded.askAfter"))
          .else(eb.ref("people.askAfter"))
          .end(),
      })),
    )
    .execute();
}

function toLearnedColumns({ displayName, username, colour, foldedNames }: LearnedPerson) {
  if (displayName === undefined) return { state: "missing" as const, ...nameless };
  return {
    state: "known" as const,
    displayName,
    username: username ?? null,
    colour: colour ?? null,
    ...toNameColumns(foldedNames),
  };
}

const nameless = { displayName: null, username: null, colour: null, ...toNameColumns([]) };

async function keepNewest(db: Db, { guildId, linkKey }: LinkPosition): Promise<void> {
  const ofLink = db.selectFrom("people").where("guildId", "=", guildId).where("linkKey", "=", linkKey);
  const known = await countRows(ofLink);
  if (known <= maxPeoplePerLink) return;
  const oldest = ofLink
    .select("userId")
    .where("state", "!=", "forgotten")
    .orderBy("seenAt")
    .limit(known - maxPeoplePerLink);
  await db
    .deleteFrom("people")
    .where((eb) => eb.and({ guildId, linkKey }))
    .where("userId", "in", oldest)
    .execute();
}

/** Blanks a person's names in every link of a guild; where they are noted later, they have none. */
export async function blankPeople(db: Db, guildId: string, userId: string): Promise<void> {
  await db
    .updateTable("people")
    .set({ ...nameless, ...never, lookedUpAt: null })
    .where((eb) => eb.and({ guildId, userId }))
    .execute();
}
