import { createHash } from "node:crypto";
import { DiscordAPIError, type REST, type RESTPutAPIApplicationCommandsResult, Routes } from "discord.js";
import { z } from "zod";
import type { AppContext } from "../context.ts";
import type { Command } from "../interactions/handler.ts";
import type { BotState } from "../store/bot-state.ts";
import { fromJson } from "../store/sql-values.ts";
import { compareVersions, version as ownVersion } from "../version.ts";

const Registered = z.object({
  hash: z.string(),
  ids: z.record(z.string(), z.string()),
  version: z.string().default("0.0.0"),
});

export interface Registration {
  /** Discord's command ids by name. */
  readonly ids: Readonly<Record<string, string>>;
  /** False if Discord already had these exact commands. */
  readonly changed: boolean;
  /** The commands of another application are on record, and none of this one. */
  readonly isOther: boolean;
}

export interface RegistrationOptions {
  /** The running bot's by default. */
  readonly version?: string;
  /** Registers even if nothing has changed, or a newer version has registered its own. */
  readonly always?: boolean;
}

export type CommandRegistration = ReturnType<typeof createCommandRegistration>;

export interface CommandRegistrationParts {
  readonly commands: readonly Command[];
  readonly applicationId: string;
  readonly rest: REST;
  readonly version: string;
  readonly ctx: Pick<AppContext, "store" | "log">;
}

export function createCommandRegistration(parts: CommandRegistrationParts) {
  const { commands, applicationId, rest, version, ctx } = parts;
  const { store, log } = ctx;
  let registered: Registration | undefined;
  return {
    /** Discord's command ids by name; none until the commands are registered. */
    ids: (): Readonly<Record<string, string>> => registered?.ids ?? {},
    /**
     * Registers the commands unless that's done. A failure that passes is logged: call it again later. By then, the bot
     * already answers those commands that Discord knows.
     * @throws DiscordAPIError if Discord refuses the commands or the token
     */
    async ensure(): Promise<void> {
      if (registered !== undefined) return;
      try {
        registered = await registerCommands(commands, applicationId, rest, store.botState, { version });
        if (registered.changed) log.info("the commands were registered");
        if (registered.isOther)
          log.warn(
            "the token is of another application than before: invite this one to each server, or the server's data is deleted after a week; it can't change what the other one posted",
            { applicationId },
          );
      } catch (error) {
        if (error instanceof DiscordAPIError && error.status < 500) throw error;
        log.warn("the commands couldn't be registered yet", { error });
      }
    },
  };
}

const registeredPrefix = "registered-commands:";

/**
 * Registers the commands with Discord only if they have changed: it is slow and rate-limited. Commands registered by a
 * newer version are left alone: its replicas are already running, or about to.
 */
export function registerCommands(
  commands: readonly Command[],
  applicationId: string,
  rest: REST,
  botState: BotState,
  { version = ownVersion, always = false }: RegistrationOptions = {},
): Promise<Registration> {
  return botState.alone("register commands", async () => {
    const body = commands.map(({ json }) => json);
    const hash = createHash("sha256").update(JSON.stringify(body)).digest("hex");
    const key = `${registeredPrefix}${applicationId}`;
    const stored = await botState.get(key);
    const last = always ? undefined : Registered.safeParse(fromJson(stored ?? "")).data;
    if (last?.hash === hash || (last !== undefined && compareVersions(last.version, version) > 0))
      return { ids: last.ids, changed: false, isOther: false };
    const isOther = stored === undefined && (await botState.has(registeredPrefix));
    // Discord responds to a bulk overwrite with the stored commands.
    const route = Routes.applicationCommands(applicationId);
    const registered = (await rest.put(route, { body })) as RESTPutAPIApplicationCommandsResult;
    const ids = Object.fromEntries(registered.map(({ name, id }) => [name, id]));
    await botState.set(key, JSON.stringify({ hash, ids, version }));
    return { ids, changed: true, isOther };
  });
}
