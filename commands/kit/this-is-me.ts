import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import type { Row } from "../../src/ui/reply.ts";

/** Opens the form in which members say who they are in the workspace. */
export const thisIsMeId = defineCustomId("account.this-is-me", {});

/** For any message that finds its reader not connected. */
export function thisIsMeRow(): readonly Row[] {
  return buttonRow(button({ customId: thisIsMeId.encode({}), label: "This is me", style: "primary" }));
}

/** The same for a message that may be private: only a server's members can be connected there. */
export function thisIsMeIn({ isPrivate }: Pick<GuildContext, "isPrivate">): readonly Row[] {
  return isPrivate ? [] : thisIsMeRow();
}
