import { createHash } from "node:crypto";
import { type REST, type RESTPutAPIApplicationCommandsResult, Routes } from "discord.js";
import { z } from "zod";
import type { Command } from "../interactions/handler.ts";
import type { BotState } from "../store/bot-state.ts";
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
}

export interface RegistrationOptions {
  /** The bot's version; this one's by default. */
  readonly version?: string;
  /** Whatever was registered before. */
  readonly always?: boolean;
}

/**
 * Registers the commands with Discord only if they have changed: it is slow and rate-limited. Commands registered by a
 * newer version are left alone: its replicas are already running, or about to.
 */
export async function registerCommands(
  commands: readonly Command[],
  applicationId: string,
  rest: REST,
  settings: BotState,
  options: RegistrationOptions = {},
): Promise<Registration> {
  return settings.alone("register commands", () =>
    register(commands, applicationId, rest, { settings, ...options }),
  );
}

async function register(
  commands: readonly Command[],
  applicationId: string,
  rest: REST,
  { settings, version = ownVersion, always = false }: RegistrationOptions & { readonly settings: BotState },
): Promise<Registration> {
  const body = commands.map(({ json }) => json);
  const hash = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  const key = `registered-commands:${applicationId}`;
  const last = always ? undefined : readRegistered(await settings.get(key));
  if (last?.hash === hash || (last !== undefined && compareVersions(last.version, version) > 0))
    return { ids: last.ids, changed: false };

  // Discord responds to a bulk overwrite with the stored commands.
  const registered = (await rest.put(Routes.applicationCommands(applicationId), {
    body,
  })) as RESTPutAPIApplicationCommandsResult;
  const ids = Object.fromEntries(registered.map(({ name, id }) => [name, id]));
  await settings.set(key, JSON.stringify({ hash, ids, version }));
  return { ids, changed: true };
}

function readRegistered(text: string | undefined): z.output<typeof Registered> | undefined {
  if (text === undefined) return undefined;
  try {
    return Registered.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
