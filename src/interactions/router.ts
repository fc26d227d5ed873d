import type { Interaction } from "discord.js";
import type { AppContext } from "../context.ts";
import { UserError } from "../errors.ts";
import type { Answerable } from "./answerable.ts";
import { answer } from "./answering.ts";
import { createCrowd, crowdLimits } from "./crowd.ts";
import type { Command } from "./define.ts";
import { explain } from "./explaining.ts";
import { createRoutes } from "./routes.ts";
import { suggest } from "./suggesting.ts";

/** The one door interactions come in by. */
export interface Router {
  /** Answers an interaction. Never rejects. */
  route(interaction: Interaction): Promise<void>;
  /** Resolves when everything under way is answered, or after `timeoutMs`. */
  finish(timeoutMs: number): Promise<void>;
}

/** @throws Error when two routes have one name */
export function createRouter(commands: readonly Command[], ctx: AppContext): Router {
  const routes = createRoutes(commands);
  const underWay = new Set<Promise<void>>();
  const crowd = createCrowd(crowdLimits);

  /** Replicas are all told of each interaction, and one of them has to answer. */
  async function isOurs(interaction: Interaction): Promise<boolean> {
    return !ctx.store.shared || ctx.store.claims.take(interaction.id, ctx.now());
  }

  async function dispatch(interaction: Interaction): Promise<void> {
    try {
      if (!(await isOurs(interaction))) return;
    } catch (error) {
      // Should another replica have got through to the database, its answer takes the place of this one.
      return turnAway(interaction, error);
    }
    const leave = crowd.enter(interaction.guildId);
    if (leave === undefined) return turnAway(interaction, tooMany);
    try {
      const { guildId } = interaction;
      // Many of one guild arrive together; started together, they would be one long step.
      if (guildId !== null && crowd.count(guildId) > 1) await ctx.scheduler.pause(guildId);
      await handle(interaction);
    } finally {
      leave();
    }
  }

  async function turnAway(interaction: Interaction, reason: unknown): Promise<void> {
    if (interaction.isAutocomplete()) await interaction.respond([]);
    else if (isAnswerable(interaction)) await explain(reason, false, interaction, ctx);
  }

  async function handle(interaction: Interaction): Promise<void> {
    if (interaction.isAutocomplete()) await suggest(routes.leaf(interaction), interaction, ctx);
    else if (interaction.isChatInputCommand()) await answer(routes.leaf(interaction), interaction, ctx);
    else if (interaction.isUserContextMenuCommand())
      await answer(routes.userMenu(interaction), interaction, ctx);
    else if (interaction.isMessageContextMenuCommand())
      await answer(routes.messageMenu(interaction), interaction, ctx);
    else if (interaction.isButton()) await answer(routes.button(interaction.customId), interaction, ctx);
    else if (interaction.isModalSubmit()) await answer(routes.form(interaction.customId), interaction, ctx);
    else ctx.log.warn("an interaction of a kind that nothing here asks for", { type: interaction.type });
  }

  return {
    route(interaction) {
      const work: Promise<void> = dispatch(interaction)
        .catch((error: unknown) => ctx.log.error("an interaction was lost", { error }))
        .finally(() => underWay.delete(work));
      underWay.add(work);
      return work;
    },
    async finish(timeoutMs) {
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, timeoutMs);
      await Promise.race([Promise.allSettled(underWay), timeout.promise]);
      clearTimeout(timer);
    },
  };
}

const tooMany = new UserError(
  "Too much is going on in this server at this moment, so I did not start on this. Nothing was done. Please try again in a few seconds.",
);

function isAnswerable(interaction: Interaction): interaction is Answerable {
  return interaction.isCommand() || interaction.isButton() || interaction.isModalSubmit();
}
