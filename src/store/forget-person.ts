import type { ExpressionBuilder } from "kysely";
import { blankPeople } from "./people-writing.ts";
import { escapeLike, fromJson, like, toJson } from "./sql-values.ts";
import type { Db, Tables } from "./tables.ts";

/** Somebody whose names are to be kept nowhere any more; who is connected goes by their account's names, too. */
export interface PersonToForget {
  readonly guildId: string;
  /** Of the service. */
  readonly userId: string;
  readonly discordUserId: string | undefined;
  /** Names and picture addresses that are known of them. */
  readonly names: readonly string[];
}

const pageSize = 200;
const nameFields: ReadonlySet<string> = new Set(["displayName", "username", "memberName", "avatarUrl"]);

/**
 * Blanks the names and pictures of a person among the people seen through links, in requests that were decided, in
 * drafts and in what the audit log says. Ids are kept, and so is a request that still waits.
 */
export async function forgetPerson(db: Db, person: PersonToForget, now: number): Promise<void> {
  const known = [...(await namesInRequests(db, person)), ...(await namesInPeople(db, person))];
  const names = new Set([...person.names, ...known].filter(Boolean));
  await blankPeople(db, person.guildId, person.userId, now);
  await blankRequests(db, person);
  await dropImported(db, person, names);
  const isKnown: Known = { ids: idsOf(person), names };
  await blankAudit(db, person, isKnown);
  await dropDrafts(db, person, isKnown);
}

function idsOf({ userId, discordUserId }: PersonToForget): ReadonlySet<unknown> {
  return new Set([userId, discordUserId].filter((id) => id !== undefined));
}

const ofRequests =
  ({ guildId, userId, discordUserId }: PersonToForget) =>
  (eb: ExpressionBuilder<Tables, "connectionRequests">) =>
    eb.and([
      eb("guildId", "=", guildId),
      eb.or([
        eb("userId", "=", userId),
        ...(discordUserId === undefined ? [] : [eb("discordUserId", "=", discordUserId)]),
      ]),
    ]);

async function namesInRequests(db: Db, person: PersonToForget): Promise<readonly string[]> {
  const requests = await db
    .selectFrom("connectionRequests")
    .select(["displayName", "username", "memberName", "avatarUrl"])
    .where(ofRequests(person))
    .execute();
  return requests.flatMap((request) => Object.values(request).filter((name) => name !== null));
}

async function namesInPeople(db: Db, { guildId, userId }: PersonToForget): Promise<readonly string[]> {
  const people = await db
    .selectFrom("people")
    .select(["displayName", "username"])
    .where("guildId", "=", guildId)
    .where("userId", "=", userId)
    .execute();
  return people.flatMap((person) => Object.values(person).filter((name) => name !== null));
}

async function blankRequests(db: Db, person: PersonToForget): Promise<void> {
  await db
    .updateTable("connectionRequests")
    .set({ displayName: "", username: null, avatarUrl: null, memberName: "" })
    .where(ofRequests(person))
    .where("state", "!=", "open")
    .execute();
}

/** From lists of people who were to be connected, also where they stand only by what was typed. */
async function dropImported(db: Db, person: PersonToForget, names: ReadonlySet<string>): Promise<void> {
  const texts = [...names, ...[...idsOf(person)].map(String)];
  await db
    .deleteFrom("importedPeople")
    .where("guildId", "=", person.guildId)
    .where((eb) =>
      eb.or([
        eb("userId", "=", person.userId),
        ...(person.discordUserId === undefined ? [] : [eb("discordUserId", "=", person.discordUserId)]),
        eb("typedMember", "in", texts),
        eb("typedUser", "in", texts),
      ]),
    )
    .execute();
}

async function blankAudit(db: Db, { guildId, userId }: PersonToForget, known: Known): Promise<void> {
  for (let last = ""; ;) {
    const entries = await db
      .selectFrom("auditEntries")
      .select(["id", "target", "detail"])
      .where("guildId", "=", guildId)
      .where("id", ">", last)
      .where((eb) =>
        eb.or([
          eb("target", "=", userId),
          ...[...known.ids].map((id) => like(eb.ref("detail"), holding(id))),
        ]),
      )
      .orderBy("id")
      .limit(pageSize)
      .execute();
    for (const { id, target, detail } of entries) {
      const written = fromJson(detail);
      const blank = toJson(blanked(written, known, target === userId));
      if (blank !== toJson(written))
        await db.updateTable("auditEntries").set({ detail: blank }).where("id", "=", id).execute();
    }
    const next = entries.at(-1)?.id;
    if (next === undefined) return;
    last = next;
  }
}

/** A preview without its names is useless: it has to be made again. Drafts being sent are left alone. */
async function dropDrafts(db: Db, { guildId }: PersonToForget, known: Known): Promise<void> {
  for (let last = ""; ;) {
    const drafts = await db
      .selectFrom("drafts")
      .select(["id", "payload"])
      .where("guildId", "=", guildId)
      .where("id", ">", last)
      .where("state", "!=", "sending")
      .where((eb) => eb.or([...known.ids].map((id) => like(eb.ref("payload"), holding(id)))))
      .orderBy("id")
      .limit(pageSize)
      .execute();
    const naming = drafts.filter(({ payload }) => {
      const asked = fromJson(payload);
      return toJson(blanked(asked, known, false)) !== toJson(asked);
    });
    for (const { id } of naming)
      await db.deleteFrom("drafts").where("id", "=", id).where("state", "!=", "sending").execute();
    const next = drafts.at(-1)?.id;
    if (next === undefined) return;
    last = next;
  }
}

interface Known {
  readonly ids: ReadonlySet<unknown>;
  readonly names: ReadonlySet<string>;
}

const holding = (id: unknown): string => `%${escapeLike(String(id))}%`;

/** The same without their names: in fields of names beside an id of theirs, and wherever a text is one of the names. */
function blanked(value: unknown, known: Known, isAbout: boolean): unknown {
  if (typeof value === "string") return known.names.has(value) ? "" : value;
  if (Array.isArray(value)) return value.map((each) => blanked(each, known, false));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  const about = isAbout || fields.some(([, each]) => known.ids.has(each));
  return Object.fromEntries(
    fields.map(([name, each]) => [
      name,
      about && nameFields.has(name) && typeof each === "string" ? "" : blanked(each, known, false),
    ]),
  );
}
