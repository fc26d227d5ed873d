import { nameColumns } from "./account-search.ts";
import type { LinkPosition } from "./guild-links.ts";
import type { PersonNames } from "./rows.ts";
import type { Db } from "./tables.ts";

export interface PeopleWriting {
  /** Keeps that they were seen; whoever is new, or was not looked up since `staleBefore`, is to be asked for. */
  note(
    link: LinkPosition,
    userIds: readonly string[],
    at: { readonly now: number; readonly staleBefore: number },
  ): Promise<void>;
  /** Keeps what somebody is called who was noted, and was not forgotten meanwhile; folded names as for accounts. */
  learn(
    link: LinkPosition,
    person: PersonNames & { readonly userId: string },
    foldedNames: readonly string[],
    at: number,
  ): Promise<void>;
  /** The service knows nobody by this id. A stored name is removed. */
  learnMissing(link: LinkPosition, userId: string, at: number): Promise<void>;
  /** Removes who was not seen since then, and all of links that are gone. */
  removeBefore(seenAt: number): Promise<number>;
}

/** Of one link; who was not seen the longest goes first. Names are searched one by one, so there may not be too many. */
export const maxPeoplePerLink = 5_000;
// Both databases take more values in one statement than this makes.
const idsAtOnce = 500;

export function createPeopleWriting(db: Db): PeopleWriting {
  const changing = ({ guildId, linkKey }: LinkPosition, userId: string) =>
    db
      .updateTable("people")
      .where("guildId", "=", guildId)
      .where("linkKey", "=", linkKey)
      .where("userId", "=", userId)
      .where("state", "!=", "forgotten");

  return {
    async note(link, userIds, { now, staleBefore }) {
      const { guildId, linkKey } = link;
      for (let start = 0; start < userIds.length; start += idsAtOnce) {
        const rows = userIds.slice(start, start + idsAtOnce).map((userId) => ({
          guildId,
          linkKey,
          userId,
          state: "noted" as const,
          displayName: null,
          username: null,
          colour: null,
          ...nameColumns([]),
          seenAt: now,
          lookedUpAt: null,
          askAfter: now,
        }));
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
      await keepNewest(db, link);
    },

    async learn(link, { userId, displayName, username, colour }, foldedNames, at) {
      await changing(link, userId)
        .set({
          state: "known",
          displayName: displayName ?? null,
          username: username ?? null,
          colour: colour ?? null,
          ...nameColumns(foldedNames),
          lookedUpAt: at,
          askAfter: null,
        })
        .execute();
    },

    async learnMissing(link, userId, at) {
      await changing(link, userId)
        .set({ state: "missing", ...nameless, lookedUpAt: at, askAfter: null })
        .execute();
    },

    async removeBefore(seenAt) {
      const { numDeletedRows } = await db
        .deleteFrom("people")
        .where((eb) =>
          eb.or([
            eb("seenAt", "<", seenAt),
            eb.not(
              eb.exists(
                eb
                  .selectFrom("guildLinks")
                  .select("guildLinks.linkKey")
                  .whereRef("guildLinks.guildId", "=", "people.guildId")
                  .whereRef("guildLinks.linkKey", "=", "people.linkKey"),
              ),
            ),
          ]),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

const nameless = { displayName: null, username: null, colour: null, ...nameColumns([]) };

async function keepNewest(db: Db, { guildId, linkKey }: LinkPosition): Promise<void> {
  const ofLink = db.selectFrom("people").where("guildId", "=", guildId).where("linkKey", "=", linkKey);
  const { known } = await ofLink
    .select((eb) => eb.fn.countAll<number>().as("known"))
    .executeTakeFirstOrThrow();
  if (known <= maxPeoplePerLink) return;
  const oldest = ofLink
    .select("userId")
    .where("state", "!=", "forgotten")
    .orderBy("seenAt")
    .limit(known - maxPeoplePerLink);
  await db
    .deleteFrom("people")
    .where("guildId", "=", guildId)
    .where("linkKey", "=", linkKey)
    .where("userId", "in", oldest)
    .execute();
}

/** Blanks somebody in each link of a guild, and marks in each that they must not be looked up. */
export async function blankPeople(db: Db, guildId: string, userId: string, now: number): Promise<void> {
  const links = await db.selectFrom("guildLinks").select("linkKey").where("guildId", "=", guildId).execute();
  for (const { linkKey } of links) {
    const blank = { ...nameless, state: "forgotten" as const, lookedUpAt: null, askAfter: null };
    await db
      .insertInto("people")
      .values({ guildId, linkKey, userId, seenAt: now, ...blank })
      .onConflict((conflict) => conflict.columns(["guildId", "linkKey", "userId"]).doUpdateSet(blank))
      .execute();
  }
}
