import { type Expression, sql, type SqlBool } from "kysely";
import { type AuditEntry, matchPlace } from "../../src/store/audit.ts";
import { escapeLike, fromJson, matchesPattern, toJson } from "../../src/store/sql-values.ts";
import { foldText, plainMarks } from "../../src/typed-text.ts";
import type { Db } from "../../src/store/tables.ts";

/** The ids and names that identify a person in stored JSON. */
export interface KnownPersonOf {
  readonly ids: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

const pageSize = 200;
const nameFields: ReadonlySet<string> = new Set(["displayName", "username", "memberName", "avatarUrl"]);

/** Blanks a person's names in a guild's audit log, also in texts that people typed. Ids stay. */
export async function blankAudit(db: Db, guildId: string, known: KnownPersonOf): Promise<void> {
  const words = toWords(known.names);
  for (let last: Pick<AuditEntry, "id" | "at"> | undefined; ;) {
    const entries = await db
      .selectFrom("auditEntries")
      .select(["id", "at", "target", "detail"])
      .where("guildId", "=", guildId)
      .where(matchPlace(last, ">"))
      .where((eb) =>
        eb.or([
          ...[...known.ids].map((id) => eb("target", "=", id)),
          ...[...known.ids].map((id) => matchesPattern(eb.ref("detail"), toPattern(id))),
          ...[...known.names].map((name) => mayContain(eb.ref("detail"), name)),
        ]),
      )
      .orderBy("at")
      .orderBy("id")
      .limit(pageSize)
      .execute();
    for (const { id, target, detail } of entries) {
      const written = fromJson(detail);
      const unnamed = blankNames(written, known, target !== null && known.ids.has(target));
      const blank = toJson(replaceIn(unnamed, words));
      if (blank !== toJson(written))
        await db.updateTable("auditEntries").set({ detail: blank }).where("id", "=", id).execute();
    }
    last = entries.at(-1);
    if (last === undefined) return;
  }
}

/** A name that is looked for in texts. */
interface Word {
  readonly folded: string;
  /** With its capitals; `undefined` if they don't count. */
  readonly spelled: string | undefined;
  readonly vowels: string;
}

/** In any case only if they are several words, since one alone may also be something else, as in "rose tea". */
function toWords(names: ReadonlySet<string>): readonly Word[] {
  return [...names]
    .map((name) => ({
      folded: foldText(name.trim()),
      spelled: /\s/.test(name.trim()) ? undefined : withoutAccents(name.trim()),
      vowels: getVowels(name),
    }))
    .filter(({ folded }) => folded !== "")
    .toSorted((a, b) => b.folded.length - a.folded.length);
}

/** Marks without which it would be another word, as in Indic scripts; where they may be left out, they are no such marks. */
const getVowels = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\P{M}|(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]/gu, "");

const withoutAccents = (text: string): string => plainMarks(text.normalize("NFKD").replace(/\p{M}/gu, ""));

/**
 * Whatever JSON, keyboards and the database's letter cases make of a name, of which these letters stay as they are: the
 * text has to be read to be sure.
 */
function mayContain(text: Expression<string>, name: string): Expression<SqlBool> {
  const pattern = `%${name.toLowerCase().replaceAll(/[^bfmpqvx]+/g, "%")}%`;
  return matchesPattern(sql<string>`lower(${text})`, pattern);
}

/**
 * The text with "someone" in place of a name, with whichever accents, apostrophes and spaces it was typed. Whole words
 * only, since a short name is part of many others.
 */
function replaceName(text: string, { folded, spelled, vowels }: Word): string {
  const { whole, places } = foldByCharacter(text);
  let replaced = "";
  let done = 0;
  for (let at = whole.indexOf(folded); at >= 0; at = whole.indexOf(folded, at + 1)) {
    const [first, last] = [places[at], places[at + folded.length - 1]];
    if (first === undefined || last === undefined || first.start < done) continue;
    const isCut = places[at - 1]?.start === first.start || places[at + folded.length]?.start === last.start;
    const isPart =
      /[\p{L}\p{N}]$/u.test(text.slice(0, first.start)) || /^[\p{L}\p{N}]/u.test(text.slice(last.end));
    const found = text.slice(first.start, last.end);
    const isOther =
      getVowels(found) !== vowels || (spelled !== undefined && withoutAccents(found) !== spelled);
    if (isCut || isPart || isOther) continue;
    replaced += `${text.slice(done, first.start)}someone`;
    done = last.end;
  }
  return replaced + text.slice(done);
}

/** A text as it is compared, and of each unit the character it comes from, with the accents and spaces that follow it. */
function foldByCharacter(text: string) {
  const places: { readonly start: number; end: number }[] = [];
  let whole = "";
  let end = 0;
  for (const character of text) {
    const start = end;
    end += character.length;
    const part = foldText(character);
    const last = places.at(-1);
    if (last !== undefined && (part === "" || (part === " " && whole.endsWith(" ")))) {
      last.end = end;
      continue;
    }
    whole += part;
    const place = { start, end };
    for (let unit = 0; unit < part.length; unit += 1) places.push(place);
  }
  return { whole, places };
}

/** What no person typed: an id, a kind, a zone, an address. */
const isToken = /^[\w.:/+@-]*$/;

function replaceIn(value: unknown, words: readonly Word[]): unknown {
  if (typeof value === "string") return isToken.test(value) ? value : words.reduce(replaceName, value);
  if (Array.isArray(value)) return value.map((each) => replaceIn(each, words));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceIn(each, words)]));
}

/** Drops drafts that name the person: a preview without names is useless. Drafts being sent are left alone. */
export async function dropDrafts(db: Db, guildId: string, known: KnownPersonOf): Promise<void> {
  const words = toWords(known.names);
  for (let last = ""; ;) {
    const drafts = await db
      .selectFrom("drafts")
      .select(["id", "payload", "result"])
      .where("guildId", "=", guildId)
      .where("id", ">", last)
      .where("state", "!=", "sending")
      .where((eb) =>
        eb.or([
          ...[...known.ids].map((id) => matchesPattern(eb.ref("payload"), toPattern(id))),
          ...[...known.names].flatMap((name) => [
            mayContain(eb.ref("payload"), name),
            mayContain(eb.fn.coalesce("result", eb.val("")), name),
          ]),
        ]),
      )
      .orderBy("id")
      .limit(pageSize)
      .execute();
    const naming = drafts.filter(({ payload, result }) => {
      const asked = fromJson(payload);
      const isNamed = [result ?? "", ...listTextsIn(asked)].some((text) =>
        words.some((word) => replaceName(text, word) !== text),
      );
      return isNamed || toJson(blankNames(asked, known, false)) !== toJson(asked);
    });
    for (const { id } of naming)
      await db.deleteFrom("drafts").where("id", "=", id).where("state", "!=", "sending").execute();
    const next = drafts.at(-1)?.id;
    if (next === undefined) return;
    last = next;
  }
}

/** Everything that was typed or chosen, at any depth. */
function listTextsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTextsIn) : [];
}

const toPattern = (text: string): string => `%${escapeLike(text)}%`;

/**
 * The same value with their names blanked: in name fields next to one of their ids, and wherever a text equals one of
 * their names.
 */
function blankNames(value: unknown, known: KnownPersonOf, isAbout: boolean): unknown {
  if (typeof value === "string") return known.names.has(value) ? "" : value;
  if (Array.isArray(value)) return value.map((each) => blankNames(each, known, false));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  const about = isAbout || fields.some(([, each]) => typeof each === "string" && known.ids.has(each));
  return Object.fromEntries(
    fields.map(([name, each]) => [
      name,
      about && nameFields.has(name) && typeof each === "string" ? "" : blankNames(each, known, false),
    ]),
  );
}

interface Imported {
  readonly guildId: string;
  readonly userIds: readonly string[];
  readonly discordUserId?: string | undefined;
}

/**
 * Removes someone from imports, including rows that have only the name as typed, in whatever case.
 * @param texts names and ids that may have been typed
 */
export async function dropImported(
  db: Db,
  { guildId, userIds, discordUserId }: Imported,
  texts: readonly string[],
): Promise<void> {
  const bare = new Set(texts.map(stripCell).filter(Boolean));
  const isTheirs = (cell: string) => bare.has(stripCell(cell));
  const people = await db
    .selectFrom("importedPeople")
    .select(["importId", "line", "userId", "discordUserId", "typedMember", "typedUser"])
    .where("guildId", "=", guildId)
    .execute();
  for (const { importId, line, typedMember, typedUser, ...found } of people)
    if (
      userIds.some((userId) => found.userId === userId) ||
      (discordUserId !== undefined && found.discordUserId === discordUserId) ||
      isTheirs(typedMember) ||
      isTheirs(typedUser)
    )
      await db
        .deleteFrom("importedPeople")
        .where((eb) => eb.and({ importId, line }))
        .execute();
}

/** A name or an id without case, accents and what people and spreadsheets write around it. */
function stripCell(cell: string): string {
  return foldText(cell).replace(/^[='"@<!\s]+|[">\s]+$|#\d{1,4}\s*$/g, "");
}
