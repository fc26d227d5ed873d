import { setTimeout as sleep } from "node:timers/promises";
import {
  type Interaction,
  ApplicationCommandOptionType,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type CommandInteraction,
  type ContextMenuCommandInteraction,
} from "discord.js";
import { describeNotAllowed, isAllowedServer } from "../allowed-servers.ts";
import type { AppContext } from "../context.ts";
import { createTooSlowError, UserError } from "../errors.ts";
import { startStopwatch } from "../lease.ts";
import { createSparingly } from "../log/index.ts";
import { raceTimeout } from "../time.ts";
import { isRepliable } from "../ui/reply.ts";
import { type Arrival, handleInteraction } from "./dispatch/respond.ts";
import { findInstalledGuild } from "./dispatch/private-guild.ts";
import { createConcurrencyLimiter, concurrencyLimits } from "./dispatch/limits.ts";
import {
  type Command,
  type ButtonHandler,
  type CommandHandler,
  type Component,
  formatHandlerPath,
  listHandlerPaths,
  listHandlers,
  type MessageMenuHandler,
  type ModalHandler,
  type SelectHandler,
  type UserMenuHandler,
} from "./handler.ts";
import { explainError } from "./dispatch/error-reply.ts";
import { createInteractionAges } from "../interaction-age.ts";
import { autocomplete } from "./dispatch/autocomplete.ts";
import { getCustomIdName } from "./custom-id.ts";
import { defineShareButton, type Shareable } from "./share-button.ts";

/** By then a replica that knows the interaction has claimed it, and Discord still waits. */
const leftToOthersMs = 700;

/** By then the person has to learn that the database isn't responding, while Discord still waits. */
const claimWithinMs = 2_500;

/** Discord waits 3 s: what is much older than that was missed, or this machine's clock is wrong. */
const missedAfterMs = 10_000;

/** The entry point for all interactions. */
export interface Router {
  /** Replies to an interaction. Never rejects. */
  route(interaction: Interaction): Promise<void>;
  /** Resolves when everything in progress is done, or after `timeoutMs`. */
  drain(timeoutMs: number): Promise<void>;
}

/**
 * @param moved where to find what was a command once, by its path
 * @throws Error if two routes have the same name
 */
export function createRouter(
  commands: readonly Command[],
  moved: Readonly<Record<string, string>>,
  ctx: AppContext,
): Router {
  const routes = createRoutes(commands);
  const getAge = createInteractionAges(ctx.now);
  const inFlight = new Set<Promise<void>>();
  const concurrency = createConcurrencyLimiter(concurrencyLimits);
  const reportBusy = createSparingly(ctx.now);

  /** Every replica receives each interaction, and exactly one must reply. */
  function claimInteraction(interaction: Interaction): Promise<boolean> {
    return ctx.store.idempotencyKeys.claim(interaction.id, ctx.now());
  }

  /** A claim that comes later is left unused, and no other replica gets it either. */
  function claimInTime(interaction: Interaction): Promise<boolean> {
    return raceTimeout(claimInteraction(interaction), ctx.stretch(claimWithinMs), () => {
      throw createTooSlowError();
    });
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
    if (guildId !== null && store.receivesChanges()) store.accessRoles.list(guildId).catch(() => undefined);
  }

  /** @returns false if another replica replies */
  async function claimShared(interaction: Interaction, ageMs: number): Promise<boolean> {
    // During a rolling update, a newer or older replica may know it.
    if (!routes.knows(interaction)) await sleep(ctx.stretch(leftToOthersMs));
    if (ageMs > missedAfterMs) return claimMissed(interaction);
    const claim = claimInTime(interaction);
    readAhead(interaction);
    return claim;
  }

  async function dispatch(interaction: Interaction): Promise<void> {
    const arrival = { ageMs: getAge(interaction.id), elapsedMs: startStopwatch(ctx.now) };
    try {
      if (ctx.store.shared && !(await claimShared(interaction, arrival.ageMs))) return;
    } catch (error) {
      // If another replica reached the database, its reply replaces this one.
      return reject(interaction, error);
    }
    const installed = findInstalledGuild(interaction);
    if (installed !== undefined && !isAllowedServer(installed, ctx.config))
      return reject(interaction, new UserError(describeNotAllowed(installed, ctx.config)));
    // In private messages, each person has their own limit.
    const leave = concurrency.tryEnter(interaction.guildId ?? interaction.user.id);
    if (leave === undefined) {
      reportBusy((times) =>
        ctx.log.warn("a server is very busy right now, so interactions there were turned away", {
          guildId: interaction.guildId,
          times,
        }),
      );
      return reject(interaction, busyError);
    }
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

  function handle(
    interaction: Interaction,
    arrival: Omit<Arrival, "ctx" | "movedTo">,
  ): Promise<void> | undefined {
    const movedTo = interaction.isCommand() ? moved[findPath(interaction)] : undefined;
    const arrived = { ctx, ...arrival, movedTo };
    if (interaction.isAutocomplete()) return autocomplete(routes.handler(interaction), interaction, ctx);
    if (interaction.isChatInputCommand())
      return handleInteraction(routes.handler(interaction), interaction, arrived);
    if (interaction.isUserContextMenuCommand())
      return handleInteraction(routes.userMenu(interaction), interaction, arrived);
    if (interaction.isMessageContextMenuCommand())
      return handleInteraction(routes.messageMenu(interaction), interaction, arrived);
    if (interaction.isButton())
      return handleInteraction(routes.button(interaction.customId), interaction, arrived);
    if (interaction.isAnySelectMenu())
      return handleInteraction(routes.select(interaction.customId), interaction, arrived);
    if (interaction.isModalSubmit())
      return handleInteraction(routes.form(interaction.customId), interaction, arrived);
    ctx.log.warn("an unexpected kind of interaction", { type: interaction.type });
    return undefined;
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

/** Whether it's for one server, one person or all together. */
const busyError = new UserError(
  "I have too much to do right now, so nothing was done. Try again in a few seconds.",
);

/** Finds the one handler of an interaction by exact name. */
interface Routes {
  handler(interaction: ChatInputCommandInteraction | AutocompleteInteraction): CommandHandler | undefined;
  userMenu(interaction: ContextMenuCommandInteraction): UserMenuHandler | undefined;
  messageMenu(interaction: ContextMenuCommandInteraction): MessageMenuHandler | undefined;
  button(customId: string): ButtonHandler | undefined;
  form(customId: string): ModalHandler | undefined;
  select(customId: string): SelectHandler | undefined;
  /** Whether this version has a handler that accepts everything the interaction contains. */
  knows(interaction: Interaction): boolean;
}

/** @throws Error if two handlers or two components have the same name: the program must not start */
export function createRoutes(commands: readonly Command[]): Routes {
  const commandOf = indexEntries(
    commands.flatMap((command) => (command.kind === "slash" ? listHandlerPaths(command) : [])),
  );
  const userMenuOf = indexEntries(
    commands.flatMap((command) =>
      command.kind === "user-menu" ? [[command.json.name, command.handler]] : [],
    ),
  );
  const messageMenuOf = indexEntries(
    commands.flatMap((command) =>
      command.kind === "message-menu" ? [[command.json.name, command.handler]] : [],
    ),
  );
  const components = [
    ...new Set(commands.flatMap(listHandlers).flatMap((handler) => handler.components ?? [])),
  ];
  const share = defineShareButton((name) => shareableOf.get(name));
  const buttonOf = indexEntries(
    pairWithNames([...components.filter((component) => component.kind === "button"), share]),
  );
  const modalOf = indexEntries(pairWithNames(components.filter((component) => component.kind === "modal")));
  const selectOf = indexEntries(pairWithNames(components.filter((component) => component.kind === "select")));
  const shareableOf = new Map<string, Shareable>([
    ...[...commandOf, ...userMenuOf, ...messageMenuOf].map(
      ([path, handler]) => [`/${path}`, handler] as const,
    ),
    ...buttonOf,
    ...modalOf,
    ...selectOf,
  ]);
  const found: Omit<Routes, "knows"> = {
    handler: (interaction) => commandOf.get(findPath(interaction)),
    userMenu: ({ commandName }) => userMenuOf.get(commandName),
    messageMenu: ({ commandName }) => messageMenuOf.get(commandName),
    button: (customId) => buttonOf.get(getCustomIdName(customId)),
    form: (customId) => modalOf.get(getCustomIdName(customId)),
    select: (customId) => selectOf.get(getCustomIdName(customId)),
  };
  return { ...found, knows: (interaction) => isKnown(interaction, found) };
}

function findPath(interaction: CommandInteraction | AutocompleteInteraction): string {
  const { commandName } = interaction;
  return "options" in interaction && "getSubcommand" in interaction.options
    ? formatHandlerPath(commandName, interaction.options.getSubcommand(false) ?? "")
    : commandName;
}

function isKnown(interaction: Interaction, found: Omit<Routes, "knows">): boolean {
  if (interaction.isChatInputCommand() || interaction.isAutocomplete()) {
    const given = interaction.options.data.flatMap((option) => option.options ?? [option]);
    const names = found.handler(interaction)?.optionNames;
    return names !== undefined && given.every(({ name, type }) => isSubcommand(type) || names.has(name));
  }
  if (interaction.isUserContextMenuCommand()) return found.userMenu(interaction) !== undefined;
  if (interaction.isMessageContextMenuCommand()) return found.messageMenu(interaction) !== undefined;
  if (interaction.isButton()) return canRead(found.button(interaction.customId), interaction.customId);
  if (interaction.isAnySelectMenu()) return canRead(found.select(interaction.customId), interaction.customId);
  if (interaction.isModalSubmit()) return canRead(found.form(interaction.customId), interaction.customId);
  return false;
}

/** A command without subcommands has its options directly in the list. */
function isSubcommand(type: ApplicationCommandOptionType): boolean {
  return type === ApplicationCommandOptionType.Subcommand;
}

function canRead(component: Component | undefined, customId: string): boolean {
  return component?.reads(customId) === true;
}

function pairWithNames<C extends Component>(components: readonly C[]): readonly (readonly [string, C])[] {
  return components.map((component) => [component.name, component] as const);
}

function indexEntries<T>(entries: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  const index = new Map<string, T>();
  for (const [key, value] of entries) {
    if (index.has(key)) throw new Error(`two routes are named "${key}"`);
    index.set(key, value);
  }
  return index;
}
