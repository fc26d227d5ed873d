import type { z } from "zod";
import type { Access } from "../../src/interactions/access.ts";
import { defineButton, defineSelect } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Component } from "../../src/interactions/handler.ts";
import type { ContextFor, Needs } from "../../src/interactions/handler-context.ts";
import { renderCsvReply, type CsvTable } from "../../src/ui/csv-file.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { PageIndex } from "./page-buttons.ts";

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
  readonly csv?: (asked: Asked<Shape>, ctx: ContextFor<N>) => Promise<CsvTable>;
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
        run: async (asked, ctx) => renderCsvReply(await csv(asked, ctx)),
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
