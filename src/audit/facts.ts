import { z } from "zod";

/** An entry's details at a path, as text; `undefined` if there's nothing. */
export interface Facts {
  (...path: readonly string[]): string | undefined;
  /** A list of texts at a path. */
  list(name: string): readonly string[];
}

const Fields = z.record(z.string(), z.unknown());
const Texts = z.array(z.string());

/**
 * Any version of the bot may have written the details, so nothing is taken for granted.
 * @param shown formats a text
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

/** Ids of the workspace users an entry is about, whose names are shown. */
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
