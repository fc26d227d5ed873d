import { z } from "zod";

/** What an entry's details say at a place, as text; `undefined` where they say nothing. */
export interface Facts {
  (...path: readonly string[]): string | undefined;
  /** The texts of a list. */
  list(name: string): readonly string[];
}

const Fields = z.record(z.string(), z.unknown());
const Texts = z.array(z.string());

/**
 * Details were written by any version of the bot, so nothing is taken for granted.
 * @param shown how a text is shown
 */
export function factsOf(detail: unknown, shown: (text: string) => string = (text) => text): Facts {
  const at = (path: readonly string[]): unknown =>
    path.reduce((value: unknown, name) => Fields.safeParse(value).data?.[name], detail);
  const fact = (...path: readonly string[]): string | undefined => {
    const value = at(path);
    if (typeof value === "string") return shown(value);
    return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
  };
  return Object.assign(fact, { list: (name: string) => Texts.safeParse(at([name])).data ?? [] });
}

/** User ids of the workspace that an entry is about, to be named. */
export function peopleIn({
  action,
  target,
  detail,
}: {
  readonly action: string;
  readonly target: string | undefined;
  readonly detail: unknown;
}): readonly string[] {
  const is = factsOf(detail);
  const about = action.startsWith("account.") ? target : undefined;
  return [is("userId"), is("person", "userId"), is("customer"), about].filter((id) => id !== undefined);
}
