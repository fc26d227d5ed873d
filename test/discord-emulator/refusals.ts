import { REST } from "discord.js";
import { restOptions } from "../../src/discord/rest.ts";
import type { DiscordEmulator } from "../../playground/discord/index.ts";

export function restFor(discord: DiscordEmulator): REST {
  return new REST({ ...restOptions, api: discord.apiUrl, retries: 0 }).setToken(discord.botToken);
}
export async function catchRefusal(
  asked: Promise<unknown>,
): Promise<{ readonly code: unknown; readonly fields: readonly string[] }> {
  const error = await asked.then(
    () => undefined,
    (reason: { readonly code?: unknown; readonly rawError?: { readonly errors?: unknown } }) => reason,
  );
  return { code: error?.code, fields: listProblems(error?.rawError?.errors) };
}
/** `embeds.0.title BASE_TYPE_MAX_LENGTH` for each problem of an error tree. */
function listProblems(node: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, child]: readonly [string, unknown]) =>
    key === "_errors" && Array.isArray(child)
      ? child.map((problem: { readonly code: string }) => `${path.join(".")} ${problem.code}`)
      : listProblems(child, [...path, key]),
  );
}
