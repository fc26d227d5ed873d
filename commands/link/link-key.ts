import type { AppContext } from "../../src/context.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";

const length = 4;

/** A key that no link of the guild has. */
export function newLinkKey(links: readonly GuildLink[], ctx: Pick<AppContext, "newId">): string {
  for (;;) {
    const key = ctx
      .newId()
      .replace(/[^A-Za-z0-9]/g, "")
      .slice(0, length);
    if (key.length === length && !links.some(({ linkKey }) => linkKey === key)) return key;
  }
}
