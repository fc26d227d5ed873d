import type { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { ChatInputCommandInteraction } from "discord.js";
import { z } from "zod";
import type { AuditFilter } from "../../src/store/audit.ts";
import { defineKeptFilter } from "../shared/kept-filter.ts";

/** Nothing is kept longer. */
const mostDays = 180;
const dayMs = 24 * 60 * 60_000;

const StoredFilter = z.object({
  discordUserId: z.string().optional(),
  action: z.string().optional(),
  outcome: z.enum(["done", "refused", "unsent", "unknown"]).optional(),
  since: z.number().optional(),
});

export const listFilters = defineKeptFilter<AuditFilter>({
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
      option.setName("days").setDescription("Only of so many days back").setMinValue(1).setMaxValue(mostDays),
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
