import { UserError } from "../../src/errors.ts";
import { inlineCode } from "../../src/ui/escape.ts";

/**
 * What was chosen among what an option offers. An app that was not loaded anew for long may still offer what is gone.
 * @throws UserError for what is not offered
 */
export function parseChoice<T>(option: string, offered: readonly T[], chosen: string | null): T | undefined {
  if (chosen === null) return undefined;
  const found = offered.find((each) => String(each) === chosen);
  if (found !== undefined) return found;
  throw new UserError(
    `${inlineCode(chosen, 40)} is no choice of \`${option}\` any more, so nothing was done. Load Discord anew, then choose one of those that are offered.`,
  );
}
