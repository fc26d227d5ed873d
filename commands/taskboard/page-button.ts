import type { Reply } from "../../src/ui/reply.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Component } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { PageIndex } from "../kit/page-buttons.ts";

/** Makes the custom id of the button that leads to a page. */
export type EncodePage = (page: number) => string;

/** The button that turns the pages of a list; it reads the list anew each time. */
export function definePageButton(
  name: string,
  render: (page: number, ctx: LinkedContext, encode: EncodePage) => Promise<Reply>,
): { readonly encode: EncodePage; readonly control: Component } {
  const id = defineCustomId(name, { page: PageIndex });
  const encode: EncodePage = (page) => id.encode({ page });
  return {
    encode,
    control: defineButton({
      id,
      access: "staff",
      needs: "link",
      ack: "update",
      run: ({ page }, ctx) => render(page, ctx, encode),
    }),
  };
}
