import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import type { DateStyle } from "../../src/ui/formats.ts";
import type { Row } from "../../src/ui/reply.ts";
import { requestIds } from "./card.ts";
import type { TimeRequest } from "./store.ts";
import { formatMinutes, formatShortDay } from "./text.ts";

/** As many as a member can have open. */
export function createWithdrawRowFor(open: readonly TimeRequest[], style: DateStyle): readonly Row[] {
  return createButtonRow(
    ...open.slice(0, 5).map(({ id: requestId, minutes, day }) =>
      createButton({
        customId: requestIds.withdraw.encode({ requestId }),
        label: `Withdraw ${formatMinutes(minutes)}, ${formatShortDay(day, style)}`,
      }),
    ),
  );
}

export function createWithdrawRow(requestId: string): readonly Row[] {
  return createButtonRow(
    createButton({ customId: requestIds.withdraw.encode({ requestId }), label: "Withdraw" }),
  );
}
