import { z } from "zod";
import {
  formatMachines,
  type Machine,
  type MachineProblem,
  parseMachines,
} from "../../src/domain/machines.ts";
import { MisuseError, UserError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import type { Component } from "../../src/interactions/handler.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { createTextField } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { readText } from "../kit/read-fields.ts";
import { createLinksButton, linkIds, renderLinkNote, requireLink } from "./ids.ts";
import { describeMachines, renderMachines } from "./render-change.ts";

/** The longest list has room. */
const maxTypedLength = 1_500;

const Typed = z.object({ linkKey: z.string(), machines: z.string() });

const machinesForm = defineDraftForm<
  z.output<typeof Typed>,
  { readonly linkKey: string; readonly machines: readonly Machine[] },
  "guild"
>({
  name: "link.machines",
  command: "link status",
  access: "admin",
  needs: "guild",
  replacesMessage: true,
  typed: Typed,
  modal: ({ machines }) => ({
    title: "Machines in orders",
    components: [
      createTextField({
        id: "machines",
        label: "Ids that are machines, not people",
        description: "Ids and names, such as 1 Point of sale, 2 Kiosk; or none",
        long: true,
        max: maxTypedLength,
        required: true,
        value: machines,
      }),
    ],
  }),
  read(fields, opened) {
    // It is always opened for a link.
    if (opened === undefined) throw new MisuseError(outdatedComponentText);
    return { ...opened, machines: readText(fields, "machines") };
  },
  parse: async ({ linkKey, machines }) => ({ linkKey, machines: requireMachines(machines) }),
  async respond({ linkKey, machines: after }, ctx) {
    const link = requireLink(linkKey, await ctx.store.guildLinks.list(ctx.guildId), ctx);
    const before = await ctx.machines.list(ctx.guildId, linkKey);
    const change = { before: formatMachines(before), after: formatMachines(after) };
    if (change.before === change.after)
      return renderLinkNote(`${describeMachines(link, after)} Nothing was changed.`);
    await ctx.machines.set(ctx.guildId, linkKey, after);
    const detail = { ...change, workspace: link.name };
    await recordAudit({ action: "link.machines", outcome: "done", target: link.workspaceId, detail }, ctx);
    return {
      ...renderMachines(link, after, renderContext(ctx)),
      components: createButtonRow(createLinksButton()),
    };
  },
  refusal: renderLinkNote,
});

const machinesButton = defineButton({
  id: linkIds.machines,
  access: "admin",
  needs: "guild",
  ack: "modal",
  async run({ linkKey }, ctx) {
    requireLink(linkKey, await ctx.store.guildLinks.list(ctx.guildId), ctx);
    const present = await ctx.machines.list(ctx.guildId, linkKey);
    return machinesForm.openStored({ linkKey, machines: formatMachines(present) }, ctx);
  },
});

export const machineComponents: readonly Component[] = [machinesButton, ...machinesForm.components];

function requireMachines(typed: string): readonly Machine[] {
  const parsed = parseMachines(typed);
  if (!("problem" in parsed)) return parsed;
  throw new UserError(
    `${describeProblem(parsed)}, so nothing was changed. Type ids and names, separated by commas, such as \`1 Point of sale, 7 Drive-through\`, or \`none\`.`,
  );
}

function describeProblem(found: MachineProblem): string {
  if (found.problem === "too-many") return `A workspace can have ${found.max} machines here`;
  const quoted = `“${escapeMarkdown(found.text, 64)}”`;
  if (found.problem === "long-name") return `The name ${quoted} is longer than ${found.max} characters`;
  return found.problem === "twice" ? `The id ${quoted} is there twice` : `${quoted} doesn't begin with an id`;
}
