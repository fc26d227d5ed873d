import { z } from "zod";
import { findAction } from "./actions.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { UserError } from "../../src/errors.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { findOnly, foldText } from "../../src/domain/search.ts";
import type { Choice, OptionValues } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { AuditFilter } from "../../src/store/audit.ts";
import { defineStoredFilter } from "../kit/stored-filter.ts";
import { choice, integer, memberOption, text } from "../kit/options.ts";
import { dayMs } from "../../src/time.ts";

/** The actions in the audit log, single and by family. */
async function suggestActions(typed: string, ctx: GuildContext): Promise<readonly Choice[]> {
  const wanted = foldText(typed.trim());
  return listChoices(await ctx.store.audit.actions(ctx.guildId), ctx).filter(
    ({ name, value }) => foldText(name).includes(wanted) || value.includes(wanted),
  );
}

/** As it is stored, or as it is suggested. @throws UserError if there is none like that, or several */
async function readAction(typed: string | undefined, ctx: GuildContext): Promise<string | undefined> {
  if (!typed) return undefined;
  const actions = await ctx.store.audit.actions(ctx.guildId);
  const entries = listChoices(actions, ctx).map(({ name, value }) => ({ text: name, value }));
  const found =
    findOnly(entries, typed)?.value ??
    (findAction(typed, ctx.auditActions) !== undefined || actions.some((action) => action.startsWith(typed))
      ? typed
      : undefined);
  if (found !== undefined) return found;
  throw new UserError(
    `“${escapeMarkdown(typed, 60)}” isn't one kind of action in this server's audit log. Choose a suggestion.`,
  );
}

function listChoices(
  actions: readonly string[],
  { auditActions }: { readonly auditActions: AuditActions },
): readonly Choice[] {
  const single = actions.map((action) => ({
    name: findAction(action, auditActions)?.label ?? action,
    value: action,
  }));
  return [...listFamilies(actions), ...single];
}

function listFamilies(actions: readonly string[]): readonly Choice[] {
  const groups = Map.groupBy(actions, (action) => action.slice(0, action.indexOf(".") + 1));
  return [...groups]
    .filter(([family, members]) => family !== "" && members.length > 1)
    .map(([family]) => ({ name: `All of ${family.slice(0, -1)}`, value: family }));
}

/** How long entries are kept. */
const maxDays = 180;

const StoredFilter = z.object({
  discordUserId: z.string().optional(),
  action: z.string().optional(),
  outcome: z.enum(["done", "refused", "unsent", "unknown"]).optional(),
  since: z.number().optional(),
});

export const listFilters = defineStoredFilter<AuditFilter>({
  kind: "audit.list",
  schema: StoredFilter,
  lifetimeMs: dayMs,
  listName: "This list",
  command: "audit",
});

const outcomes = [
  { name: "Done", value: "done" },
  { name: "Refused, nothing changed", value: "refused" },
  { name: "Not sent, nothing changed", value: "unsent" },
  { name: "Outcome unknown", value: "unknown" },
] as const;

export const filterOptions = {
  person: memberOption("Only what this person did").map((chosen) => chosen?.user.id),
  action: text("Only this kind of action").max(100).autocomplete(suggestActions).map(readAction),
  outcome: choice("Only entries with this outcome", outcomes),
  days: integer("How many days back to look").min(1).max(maxDays),
};

export function readFilter(
  { person, action, outcome, days }: OptionValues<typeof filterOptions>,
  now: number,
): AuditFilter {
  const since = days === undefined ? undefined : now - days * dayMs;
  return { discordUserId: person, action: action || undefined, outcome, since };
}
