import { hourMs } from "../time.ts";
import { cleanTyped } from "../typed-text.ts";

interface Place {
  readonly guildId: string;
  readonly discordUserId: string;
  /** Each workspace has names of its own. */
  readonly linkKey: string | undefined;
  /** As registered. */
  readonly option: string;
}

/** A list of 25 for each of some hundred people. */
const maxNames = 10_000;
/** No longer than the responses that the suggestions were made of. */
const keptForMs = hourMs;
/** Several suggestions were shown by this name. */
const ambiguous = "";

/** What suggestions that were shown to people stand for, by the names they were shown by: of the latest, in this process. */
export type SuggestedNames = ReturnType<typeof createSuggestedNames>;

/**
 * Discord sends a suggestion's name instead of its value when a command is run again, when the channel was changed in
 * between, or when the list came back from its cache: https://github.com/discord/discord-api-docs/issues/7206,
 * https://github.com/discord/discord-api-docs/issues/4595
 */
export function createSuggestedNames(now: () => number) {
  // In the order in which they were shown.
  const shown = new Map<string, { readonly value: string; readonly at: number }>();
  const getKey = ({ guildId, discordUserId, linkKey, option }: Place, name: string) =>
    JSON.stringify([guildId, discordUserId, linkKey, option, cleanTyped(name).trim()]);
  const dropOld = (): void => {
    for (const [key, { at }] of shown) {
      if (shown.size <= maxNames && now() - at < keptForMs) return;
      shown.delete(key);
    }
  };
  return {
    note(place: Place, suggestions: readonly { readonly name: string; readonly value: string }[]): void {
      dropOld();
      for (const { name, value } of suggestions) {
        if (name === value) continue;
        const key = getKey(place, name);
        const known = shown.get(key)?.value;
        shown.delete(key);
        shown.set(key, { value: known === undefined || known === value ? value : ambiguous, at: now() });
      }
    },
    /** What was given for an option, with the value of a suggestion in place of its name. */
    toValue(place: Place, given: string): string {
      dropOld();
      return shown.get(getKey(place, given))?.value || given;
    },
  };
}
