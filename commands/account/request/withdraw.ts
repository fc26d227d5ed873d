import { canUse } from "../../../src/interactions/access.ts";
import type { GuildContext } from "../../../src/interactions/handler-context.ts";
import { createButton } from "../../../src/ui/buttons.ts";
import { connectionIds } from "./card.ts";
import type { ConnectionRequest } from "./store.ts";

/** For staff whose own open request it is; where members of a server are known. */
export function createWithdrawButtons(
  open: Pick<ConnectionRequest, "id"> | undefined,
  { invoker, isPrivate }: GuildContext,
) {
  return open === undefined || isPrivate || !canUse("staff", invoker)
    ? []
    : [
        createButton({
          customId: connectionIds.withdraw.encode({ requestId: open.id }),
          label: "Withdraw request",
        }),
      ];
}
