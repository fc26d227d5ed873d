/** Text without case and accents, for comparing what a person typed with what is stored: `Crème` and `CREME` are one. */
export function foldText(text: string): string {
  const bare = text.normalize("NFKD").replace(/\p{M}/gu, "");
  // Upper case parts letters that have no lower-case twin, such as `ß`; `ẞ` becomes that only in lower case.
  // A sigma has another form at the end of a word, so that the beginning of a word would not be found in it.
  return bare.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** All that one person is called, here and at the service. */
interface PersonNames {
  readonly displayName: string;
  readonly username: string | undefined;
  readonly memberName: string;
}

/** The names a person is found by. The first one is the one that lists are sorted by. */
export function foldedNames({ displayName, username, memberName }: PersonNames): readonly string[] {
  return [displayName, username, memberName].filter((name) => name !== undefined).map(foldName);
}

/** A name as it was typed, ready to be compared. */
export function foldName(typed: string): string {
  return foldText(typed.trim());
}
