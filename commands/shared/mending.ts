import { UserError } from "../../src/errors.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";

/**
 * The question that `ask` makes of what was typed, or what is wrong with it and a button to mend that.
 * @param keepTyped gives the custom id of that button; asked only when it is needed
 */
export async function askOrMend(
  ask: () => Promise<Answer>,
  keepTyped: () => Promise<string>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const fix = button({ customId: await keepTyped(), label: "Fix it", look: "main" });
    return { content: error.message, components: buttonRow(fix) };
  }
}

/**
 * Gives up the question in whose place a changed one is asked.
 * @param what was asked, for example "The order"
 * @throws UserError when it was answered in the meantime
 */
export async function giveUpQuestion(
  draftId: string | undefined,
  what: string,
  { store, guildId, caller }: GuildContext,
): Promise<void> {
  if (draftId === undefined) return;
  if (await store.drafts.discard(draftId, guildId, caller.discordUserId)) return;
  const draft = await store.drafts.find(draftId);
  if (draft === undefined || draft.state === "discarded") return;
  throw new UserError(
    `${what} was sent before you changed it, so the change was not asked. ${draft.result ?? "Look in its message for what came of it."}`,
  );
}
