import { findLack } from "../domain/capabilities.ts";
import { describeLack } from "../error-text.ts";
import { UserError } from "../errors.ts";
import type { GuildLink } from "../store/guild-links.ts";
import { createButton, createButtonRow } from "../ui/buttons.ts";
import { canUse, type MemberTier } from "./access.ts";
import { defineCustomId } from "./custom-id.ts";
import type { Handler } from "./handler.ts";

/** Tries again what the link's key can do. */
export const checkAgainId = defineCustomId("link.check-again", {});

interface Asker {
  readonly invoker: MemberTier;
  /** Whether they ask from outside the server. */
  readonly isPrivate: boolean;
}

/** @throws UserError if the workspace or its key was without what this depends on when it was tried last */
export function assertOffered(
  { dependsOn = [] }: Pick<Handler<never>, "dependsOn">,
  link: GuildLink,
  { invoker, isPrivate }: Asker,
): void {
  for (const read of dependsOn) {
    const lack = findLack(link, read);
    if (lack === undefined) continue;
    // The button works in the server only.
    const mayCheck = canUse("admin", invoker) && !isPrivate;
    throw new UserError(
      `${describeLack(read, lack)}${mayCheck ? "" : " An admin can check again in `/link status`."}`,
      {
        components: mayCheck
          ? createButtonRow(createButton({ customId: checkAgainId.encode({}), label: "Check again" }))
          : [],
      },
    );
  }
}
