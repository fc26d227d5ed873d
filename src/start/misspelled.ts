import { configVariables } from "../config.ts";
import { countTypos } from "../domain/search.ts";

/** A variable the bot doesn't read whose name is close to one it does. */
export interface Misspelled {
  readonly name: string;
  /** The variable that was probably meant. */
  readonly meant: string;
  /** The right one is set as well, so this one may belong to another program. */
  readonly isSetToo: boolean;
}

const maxTypos = 2;

/** Reads only names: any value may be a secret. */
export function findMisspelledVariables(
  env: Readonly<Record<string, string | undefined>>,
): readonly Misspelled[] {
  const isSet = (name: string): boolean => (env[name]?.trim() ?? "") !== "";
  return Object.keys(env)
    .filter((name) => isSet(name) && !configVariables.includes(name))
    .flatMap((name) => {
      const meant = findMeant(name);
      return meant === undefined ? [] : [{ name, meant, isSetToo: isSet(meant) }];
    });
}

function findMeant(name: string): string | undefined {
  const plain = name.toUpperCase();
  const [nearest] = configVariables
    .map((variable) => ({ variable, typos: countTypos(plain, variable) }))
    .filter(({ variable, typos }) => typos <= maxTypos || hasWordsMoreOrLess(plain, variable))
    .toSorted((one, other) => one.typos - other.typos);
  return nearest?.variable;
}

/** Such as `DISCORD_BOT_TOKEN` or `WORKSPACE_URL`: it starts and ends like the right one. */
function hasWordsMoreOrLess(one: string, other: string): boolean {
  const [ours, theirs] = [one.split("_"), other.split("_")];
  if (ours.length < 2 || ours[0] !== theirs[0] || ours.at(-1) !== theirs.at(-1)) return false;
  return ours.every((word) => theirs.includes(word)) || theirs.every((word) => ours.includes(word));
}

export function describeMisspelled({ name, meant, isSetToo }: Misspelled): string {
  return isSetToo
    ? `${name} isn't a setting of the bot; ${meant} is, and it's set too.`
    : `${name} isn't a setting of the bot, so it was ignored. Did you mean ${meant}?`;
}
