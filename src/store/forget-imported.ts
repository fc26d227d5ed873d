import type { Db } from "./tables.ts";

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
  const folded = cell.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase();
  return folded.replace(/^[='"@<!\s]+|[">\s]+$|#\d{1,4}\s*$/g, "");
}
