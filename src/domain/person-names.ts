import { fold } from "./fold.ts";

/** All that one person is called, here and at the service. */
export interface PersonNames {
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
  return fold(typed.trim());
}
