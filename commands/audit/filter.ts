import type { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { ChatInputCommandInteraction } from "discord.js";
import { z } from "zod";
import { actionOf } from "../../src/audit/actions.ts";
import { foldText } from "../../src/domain/fold-text.ts";
import type { Choice } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { AuditFilter } from "../../src/store/audit.ts";
import { defineStoredFilter } from "../kit/drafts.ts";

/** What is on record here: single kinds of things, and whole families of them. */
export async function suggestActions(
  typed: string,
  { store, guildId }: GuildContext,
): Promise<readonly Choice[]> {
  const actions = await store.audit.actions(guildId);
  const wanted = foldText(typed.trim());
  return [...families(actions), ...actions.map(choice)].filter(
    ({ name, value }) => foldText(name).includes(wanted) || value.includes(wanted),
  );
}

function choice(action: string): Choice {
  return { name: actionOf(action)?.words ?? action, value: action };
}

function families(actions: readonly string[]): readonly Choice[] {
  const groups = Map.groupBy(actions, (action) => action.slice(0, action.indexOf(".") + 1));
  return [...groups]
    .filter(([family, members]) => family !== "" && members.length > 1)
    .map(([family]) => ({ name: `All of ${family.slice(0, -1)}`, value: family }));
}

/** Nothing is kept longer. */
const maxDays = 180;
const dayMs = 24 * 60 * 60_000;

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
  words: "This list",
  command: "audit list",
});

export function withFilterOptions(data: SlashCommandSubcommandBuilder) {
  return data
    .addUserOption((option) => option.setName("person").setDescription("Only what this member did"))
    .addStringOption((option) =>
      option
        .setName("action")
        .setDescription("Only this kind of thing")
        .setAutocomplete(true)
        .setMaxLength(100),
    )
    .addStringOption((option) =>
      option
        .setName("outcome")
        .setDescription("Only what ended like this")
        .addChoices(
          { name: "Done", value: "done" },
          { name: "Refused, nothing changed", value: "refused" },
          { name: "Not sent, nothing changed", value: "unsent" },
          { name: "Outcome unknown", value: "unknown" },
        ),
    )
    .addIntegerOption((option) =>
      option.setName("days").setDescription("Only of so many days back").setMinValue(1).setMaxValue(maxDays),
    );
}

export function readFilter({ options }: ChatInputCommandInteraction, now: number): AuditFilter {
  const days = options.getInteger("days");
  return StoredFilter.parse({
    discordUserId: options.getUser("person")?.id,
    action: options.getString("action")?.trim() || undefined,
    outcome: options.getString("outcome") ?? undefined,
    since: days === null ? undefined : now - days * dayMs,
  });
}
