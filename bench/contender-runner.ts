import { type MinimalDiscord, startMinimalDiscord } from "./minimal-discord/server.ts";
import { printTable, ratioAndSpread, spread, type Unit } from "./measure.ts";
import type { MeasuredProcess } from "./measured-process.ts";
import { everyone, type Responder, type SideOptions, startSide } from "./contenders.ts";

export interface Running {
  readonly discord: MinimalDiscord;
  readonly process: MeasuredProcess;
  /** The guild whose turn it is, one after the other for as long as this runs. */
  readonly turn: () => string;
}

/** Everyone who answers, each with a Discord of its own. Whatever is started is stopped with `stack`. */
export async function startEveryone(
  stack: AsyncDisposableStack,
  guildIds: readonly string[],
  options: Omit<SideOptions, "discord">,
): Promise<Readonly<Record<Responder, Running>>> {
  const running = new Map<Responder, Running>();
  for (const responder of everyone) {
    const discord = stack.use(await startMinimalDiscord(guildIds));
    const process = stack.use(await startSide(responder, { ...options, discord }));
    running.set(responder, { discord, process, turn: turns(guildIds) });
  }
  // Everyone has just been started.
  return Object.fromEntries(running) as Record<Responder, Running>;
}

function turns(guildIds: readonly string[]): () => string {
  let turn = 0;
  return () => {
    const guildId = guildIds[turn % guildIds.length];
    if (guildId === undefined) throw new Error("there are no guilds");
    turn += 1;
    return guildId;
  };
}

/** One line of a table: the same thing measured round by round on everyone. */
export interface Row {
  readonly what: string;
  readonly unit: Unit;
  readonly values: Readonly<Record<Responder, readonly number[]>>;
}

export function rowOf<Each>(
  what: string,
  unit: Unit,
  measured: Readonly<Record<Responder, readonly Each[]>>,
  of: (measured: Each) => number,
): Row {
  return rowOfAll(what, unit, measured, (all) => all.map(of));
}

/** One line of what all rounds show together. */
export function rowOfAll<Each>(
  what: string,
  unit: Unit,
  measured: Readonly<Record<Responder, readonly Each[]>>,
  of: (all: readonly Each[]) => readonly number[],
): Row {
  const values = everyone.map((responder) => [responder, of(measured[responder])] as const);
  // Everyone has just been given theirs.
  return { what, unit, values: Object.fromEntries(values) as Record<Responder, readonly number[]> };
}

const titles: Readonly<Record<Responder, string>> = {
  floor: "floor",
  bot: "ours",
  "lean discord.js": "discord.js, no intents, one reply, undici",
  core: "@discordjs/core, no intents, one reply, undici",
  "discord.js": "discord.js",
  Sapphire: "Sapphire",
  "slash-create": "slash-create",
};

/** Each cell but the floor's has its ratio to the floor of the same round, least and most of the rounds, and the number itself. */
export function printResponders(title: string, rows: readonly Row[]): void {
  printTable(
    title,
    ["what", ...everyone.map((responder) => titles[responder])],
    rows.map(({ what, unit, values }) => [
      what,
      ...everyone.map((responder) =>
        responder === "floor"
          ? spread(values.floor, unit)
          : ratioAndSpread(values[responder], values.floor, unit),
      ),
    ]),
    rows,
  );
}
