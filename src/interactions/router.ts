import { setTimeout as sleep } from "node:timers/promises";
import type { Interaction } from "discord.js";
import type { AppContext } from "../context.ts";
import { UserError } from "../errors.ts";
import { startStopwatch } from "../lease.ts";
import { raceTimeout } from "../time.ts";
import type { RepliableInteraction } from "../ui/reply.ts";
import { type Arrival, handleInteraction } from "./dispatch/respond.ts";
import { createConcurrencyLimiter, concurrencyLimits } from "./dispatch/limits.ts";
import type { Command } from "./handler.ts";
import { explainError } from "./dispatch/error-reply.ts";
import { createRoutes } from "./dispatch/routes.ts";
import { createInteractionAges } from "../interaction-age.ts";
import { autocomplete } from "./dispatch/autocomplete.ts";

/** By then a replica that knows the interaction has claimed it, and Discord still waits. */
const leftToOthersMs = 700;

/** Discord waits 3 s: what is much older than that was missed, or this machine's clock is wrong. */
const missedAfterMs = 10_000;

/** The entry point for all interactions. */
export interface Router {
  /** Replies to an interaction. Never rejects. */
  route(interaction: Interaction): Promise<void>;
  /** Resolves when everything in progress is done, or after `timeoutMs`. */
  drain(timeoutMs: number): Promise<void>;
}

/** @throws Error if two routes have the same name */
export function createRouter(commands: readonly Command[], ctx: AppContext): Router {
  const routes = createRoutes(commands);
  const ageOf = createInteractionAges(ctx.now);
  const inFlight = new Set<Promise<void>>();
  const concurrency = createConcurrencyLimiter(concurrencyLimits);

  /** Every replica receives each interaction, and exactly one must reply. */
  async function claimInteraction(interaction: Interaction): Promise<boolean> {
    return !ctx.store.shared || ctx.store.idempotencyKeys.claim(interaction.id, ctx.now());
  }

  let missedClaims: Promise<unknown> = Promise.resolve();

  /** A replica that stood still receives all it missed at once: one after the other, so that the rest goes first. */
  function claimMissed(interaction: Interaction): Promise<boolean> {
    const claim = missedClaims.then(() => claimInteraction(interaction));
    missedClaims = claim.catch(() => undefined);
    return claim;
  }

  /** What its guild has set up, while the claim is under way; a failure shows where it is needed. */
  function readAhead({ guildId }: Interaction): void {
    const { store } = ctx;
    if (guildId !== null && store.shared && store.hearsChanges())
      store.accessRoles.list(guildId).catch(() => undefined);
  }

  async function dispatch(interaction: Interaction): Promise<void> {
    const arrival = { ageMs: ageOf(interaction.id), elapsedMs: startStopwatch(ctx.now) };
    try {
      // During a rolling update, a newer or older replica may know it.
      if (ctx.store.shared && !routes.knows(interaction)) await sleep(leftToOthersMs);
      const isMissed = arrival.ageMs > missedAfterMs;
      const claim = isMissed ? claimMissed(interaction) : claimInteraction(interaction);
      if (!isMissed) readAhead(interaction);
      if (!(await claim)) return;
    } catch (error) {
      // If another replica reached the database, its reply replaces this one.
      return reject(interaction, error);
    }
    // In private messages, each person has their own limit.
    const leave = concurrency.tryEnter(interaction.guildId ?? interaction.user.id);
    if (leave === undefined) return reject(interaction, busyError);
    try {
      const { guildId } = interaction;
      // Interactions of one guild arriving together would otherwise run without a break.
      if (guildId !== null && concurrency.count(guildId) > 1) await ctx.scheduler.pause(guildId);
      await handle(interaction, arrival);
    } finally {
      leave();
    }
  }

  async function reject(interaction: Interaction, reason: unknown): Promise<void> {
    if (interaction.isAutocomplete()) await interaction.respond([]);
    else if (isRepliable(interaction)) await explainError(reason, false, interaction, ctx);
  }

  async function handle(interaction: Interaction, arrival: Omit<Arrival, "ctx">): Promise<void> {
    if (interaction.isAutocomplete()) await autocomplete(routes.handler(interaction), interaction, ctx);
    else if (interaction.isChatInputCommand())
      await handleInteraction(routes.handler(interaction), interaction, { ctx, ...arrival });
    else if (interaction.isUserContextMenuCommand())
      await handleInteraction(routes.userMenu(interaction), interaction, { ctx, ...arrival });
    else if (interaction.isMessageContextMenuCommand())
      await handleInteraction(routes.messageMenu(interaction), interaction, { ctx, ...arrival });
    else if (interaction.isButton())
      await handleInteraction(routes.button(interaction.customId), interaction, { ctx, ...arrival });
    else if (interaction.isAnySelectMenu())
      await handleInteraction(routes.select(interaction.customId), interaction, { ctx, ...arrival });
    else if (interaction.isModalSubmit())
      await handleInteraction(routes.form(interaction.customId), interaction, { ctx, ...arrival });
    else ctx.log.warn("an unexpected kind of interaction", { type: interaction.type });
  }

  return {
    route(interaction) {
      const work: Promise<void> = dispatch(interaction)
        .catch((error: unknown) => ctx.log.error("an interaction was lost", { error }))
        .finally(() => inFlight.delete(work));
      inFlight.add(work);
      return work;
    },
    async drain(timeoutMs) {
      await raceTimeout(Promise.allSettled(inFlight), timeoutMs, () => undefined);
    },
  };
}

const busyError = new UserError(
  "This server is very busy right now. Nothing was done. Try again in a few seconds.",
);

function isRepliable(interaction: Interaction): interaction is RepliableInteraction {
  return (
    interaction.isCommand() ||
    interaction.isButton() ||
    interaction.isAnySelectMenu() ||
    interaction.isModalSubmit()
  );
}
