import { z } from "zod";
import type { Access } from "../../src/interactions/access.ts";
import { defineButton, defineSelect } from "../../src/interactions/components.ts";
import { defineCustomId, toReloadId } from "../../src/interactions/custom-id.ts";
import type { Component } from "../../src/interactions/handler.ts";
import type { ContextFor, Needs } from "../../src/interactions/handler-context.ts";
import { renderCsvReply, type CsvTable } from "../../src/ui/csv-file.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import type { Page } from "../../src/domain/lists.ts";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { formatNumber } from "../../src/ui/numbers.ts";

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

type Asked<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape & { page: typeof PageIndex }>>;

/** Custom ids for the buttons of one page. */
interface ListIds<Shape extends z.ZodRawShape> {
  /** @param changed what else is different on that page */
  readonly createCustomId: (page: number, changed?: Partial<Asked<Shape>>) => string;
  /** For the button that exports the whole list. */
  readonly csvId: string;
  /** For the menu under the list that opens one entry. */
  readonly openId: string;
}

interface PagedListParts<Shape extends z.ZodRawShape, N extends Needs> {
  /** Its buttons are named after it. */
  readonly name: string;
  /** The list's subject, as stored in its buttons. */
  readonly about: Shape;
  readonly access: Access;
  readonly needs: N;
  /** Reads the list again and renders one page, from 0. */
  readonly show: (asked: Asked<Shape>, ctx: ContextFor<N>, ids: ListIds<Shape>) => Promise<Reply>;
  /** @param locale of who asked, in which the table's finished text is, if it has any */
  readonly csv?: (asked: Asked<Shape>, ctx: ContextFor<N>, locale: string) => Promise<CsvTable>;
  /**
   * Opens the entry chosen in the menu under the list, as a separate private reply; the choice is untrusted.
   * @throws UserError if it is gone
   */
  readonly open?: (entryId: string, asked: Asked<Shape>, ctx: ContextFor<N>) => Promise<Reply>;
}

interface PagedList<Shape extends z.ZodRawShape, N extends Needs> {
  readonly components: readonly Component[];
  show(this: void, asked: Asked<Shape>, ctx: ContextFor<N>): Promise<Reply>;
  /** For a button that opens a page in place of another message. */
  createCustomId(this: void, asked: Asked<Shape>): string;
}

/** A list with buttons for its pages; with `csv` a button exports it as a file, with `open` a menu opens an entry. */
export function definePagedList<const Shape extends z.ZodRawShape, N extends Needs>({
  name,
  about,
  access,
  needs,
  show,
  csv,
  open,
}: PagedListParts<Shape, N>): PagedList<Shape, N> {
  const shape = { ...about, page: PageIndex };
  const id = defineCustomId(`${name}.page`, shape);
  const csvId = defineCustomId(`${name}.csv`, shape);
  const openId = defineCustomId(`${name}.open`, shape);
  const draw = (asked: Asked<Shape>, ctx: ContextFor<N>): Promise<Reply> =>
    show(asked, ctx, {
      createCustomId: (page, changed) => id.encode({ ...asked, ...changed, page }),
      csvId: csvId.encode(asked),
      openId: openId.encode(asked),
    });
  const components: Component[] = [defineButton({ id, access, needs, ack: "update", run: draw })];
  if (csv !== undefined)
    components.push(
      defineButton({
        id: csvId,
        access,
        needs,
        ack: "ephemeral",
        run: async (asked, ctx, { locale }) => renderCsvReply(await csv(asked, ctx, locale), locale),
      }),
    );
  if (open !== undefined)
    components.push(
      defineSelect({
        id: openId,
        access,
        needs,
        ack: "ephemeral",
        run: (asked, ctx, { values: [entryId = ""] }) => open(entryId, asked, ctx),
      }),
    );
  return { components, show: draw, createCustomId: (asked) => id.encode(asked) };
}
