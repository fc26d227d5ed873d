import {
  formatMachines,
  type Machine,
  type MachineProblem,
  parseMachines,
  usualMachines,
} from "../../src/domain/machines.ts";
import { UserError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { Autocomplete } from "../../src/interactions/handler.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { text } from "../kit/options.ts";
import { findWorkspace, joinLinkNames, readGuildWorkspaces, workspaceOption } from "./guild-workspaces.ts";
import { describeMachines, renderMachines } from "./render-change.ts";

const maxTypedLength = 800;

/** A suggestion is at most as long as Discord's limit for a value. */
const suggestMachines: Autocomplete = async () =>
  ["none", formatMachines(usualMachines)].map((list) => ({ name: list, value: list }));

export const machines = defineSubcommand({
  name: "machines",
  description: "Choose which ids in orders are machines, not people",
  options: {
    machines: text("Ids and names, such as 1 Point of sale, 2 Kiosk; or none; leave empty to see them")
      .max(maxTypedLength)
      .autocomplete(suggestMachines),
    workspace: workspaceOption("The workspace, if there are several"),
  },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run({ options: { machines: typed, workspace } }, ctx) {
    const workspaces = await readGuildWorkspaces(ctx);
    const [only, second] = workspaces.links;
    if (workspace === undefined && second !== undefined)
      throw new UserError(
        `This server has several workspaces: ${joinLinkNames(workspaces.links)}. Nothing was changed. Run this again and choose one in \`workspace\`.`,
      );
    const link =
      workspace === undefined && only !== undefined ? only : findWorkspace(workspace ?? "", workspaces);
    const before = await ctx.machines.list(ctx.guildId, link.linkKey);
    if (typed === undefined)
      return {
        content: `${describeMachines(link, before)} Change this with ${ctx.commandMention("link machines")} and its \`machines\` option.`,
      };
    const after = requireMachines(typed);
    const change = { before: formatMachines(before), after: formatMachines(after) };
    if (change.before === change.after)
      return { content: `${describeMachines(link, after)} Nothing was changed.` };
    await ctx.machines.set(ctx.guildId, link.linkKey, after);
    const detail = { ...change, workspace: link.name };
    await recordAudit({ action: "link.machines", outcome: "done", target: link.workspaceId, detail }, ctx);
    return renderMachines(link, after, renderContext(ctx));
  },
});

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
