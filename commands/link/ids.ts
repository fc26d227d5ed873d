import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";

/** Whether changes are sent to a linked workspace, as buttons, the link form and the audit log have it. */
export const Changes = z.enum(["allowed", "read-only"]);
export type Changes = z.output<typeof Changes>;

const ofLink = { linkKey: z.string().min(1) };

/** Of everything on the cards of links, and on the list of them. */
export const linkIds = {
  list: defineCustomId("link.list", {}),
  open: defineCustomId("link.open", {}),
  show: defineCustomId("link.show", ofLink),
  setDefault: defineCustomId("link.default", ofLink),
  channel: defineCustomId("link.channel", ofLink),
  use: defineCustomId("link.use", ofLink),
  /** Without a link, the channel gets none of its own. */
  bind: defineCustomId("link.bind", { linkKey: z.string(), channelId: z.string(), parentId: z.string() }),
  rename: defineCustomId("link.rename", ofLink),
  machines: defineCustomId("link.machines", ofLink),
  changes: defineCustomId("link.changes", { ...ofLink, after: Changes }),
  /** Names and lists of machines don't fit into an id. */
  undo: defineCustomId("link.undo", { draftId: z.string().min(1) }),
  remove: defineCustomId("link.remove", ofLink),
  removeAll: defineCustomId("link.remove-all", {}),
} as const;

/** The way back, below what replaced the links. */
export const createLinksButton = () =>
  createButton({ customId: linkIds.list.encode({}), label: "All links" });

/** Asks whether to make a link read-only, or no longer. */
export const createChangesButton = ({ linkKey, isReadOnly }: Pick<GuildLink, "linkKey" | "isReadOnly">) =>
  createButton({
    customId: linkIds.changes.encode({ linkKey, after: isReadOnly ? "allowed" : "read-only" }),
    label: isReadOnly ? "Allow changes…" : "Make read-only…",
  });

/** Asks whether to remove a link. */
export const createRemoveButton = ({ linkKey }: Pick<GuildLink, "linkKey">) =>
  createButton({ customId: linkIds.remove.encode({ linkKey }), label: "Remove…" });

export const createRemoveAllButton = () =>
  createButton({ customId: linkIds.removeAll.encode({}), label: "Delete everything…" });

/** A sentence in place of a link's card. */
export function renderLinkNote(content: string, rows: readonly Row[] = []): Reply {
  return { content, components: [...rows, ...createButtonRow(createLinksButton())] };
}

/** One of a guild's links by its key. @throws UserError if it was removed */
export function requireLink(
  linkKey: string,
  links: readonly GuildLink[],
  { commandMention }: Pick<GuildContext, "commandMention">,
): GuildLink {
  const link = links.find((each) => each.linkKey === linkKey);
  if (link !== undefined) return link;
  throw new UserError(
    `This link was removed, so nothing was changed. See the present ones with ${commandMention("link status")}.`,
  );
}
