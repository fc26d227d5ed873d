import type { AppContext } from "../context.ts";

/** Eight letters and digits that a person can read out, logged with the error. */
export function createErrorReference({ newId }: Pick<AppContext, "newId">): string {
  return newId()
    .replace(/[^0-9A-Za-z]/g, "")
    .slice(0, 8);
}
