import { z } from "zod";
import type { Page } from "../../src/domain/lists.ts";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { toReloadId } from "../../src/interactions/custom-id.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import type { Row } from "../../src/ui/reply.ts";

/**
 * Whether an id of the service fits into a button, even next to a second one. All known ids do; others are
 * left without a button.
 */
export function canBeInButton(id: string): boolean {
  return isServiceId(id) && encodeURIComponent(id).length <= 40;
}

/** A page number in a custom id. One before the first is the id of a disabled button. */
export const PageIndex = z.coerce.number().int().min(-1).max(99_999);

interface PageButtonLabels {
  readonly before: string;
  readonly after: string;
}

/** Two buttons to turn pages and, last, one to reload; on a single page only that. @param more in the same row */
export function createPageButtons(
  { index, count }: Pick<Page<unknown>, "index" | "count">,
  { before, after }: PageButtonLabels,
  createCustomId: (index: number) => string,
  ...more: readonly ReturnType<typeof createButton>[]
): readonly Row[] {
  const reload = createButton({ customId: toReloadId(createCustomId(index)), label: "Reload" });
  if (count === 1) return createButtonRow(...more, reload);
  return createButtonRow(
    createButton({ customId: createCustomId(index - 1), label: before, disabled: index === 0 }),
    createButton({ customId: createCustomId(index + 1), label: after, disabled: index === count - 1 }),
    ...more,
    reload,
  );
}

/** The same for a list with no other buttons: none on a single page, where *Reload* would be alone in its row. */
export function turnButtons(
  page: Pick<Page<unknown>, "index" | "count">,
  labels: PageButtonLabels,
  createCustomId: (index: number) => string,
): readonly Row[] {
  return page.count === 1 ? [] : createPageButtons(page, labels, createCustomId);
}

/** `Page 2 of 8`, or nothing if there is only one page. */
export function describePage({ index, count }: Pick<Page<unknown>, "index" | "count">): string | undefined {
  return count === 1 ? undefined : `Page ${formatNumber(index + 1)} of ${formatNumber(count)}`;
}
