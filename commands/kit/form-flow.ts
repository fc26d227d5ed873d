import { UserError } from "../../src/errors.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";

/**
 * The question that `ask` makes of what was typed, or what is wrong with it and a button to mend that.
 * @param storeTyped gives the custom id of that button; asked only when it is needed
 */
export async function promptOrFix(
  ask: () => Promise<Reply>,
  storeTyped: () => Promise<string>,
): Promise<Reply> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const fix = button({ customId: await storeTyped(), label: "Fix it", style: "main" });
    return { content: error.message, components: buttonRow(fix) };
  }
}

/**
 * Gives up the question in whose place a changed one is asked.
 * @param what was asked, for example "The order"
 * @throws UserError when it was answered in the meantime
 */
export async function discardPrompt(
  draftId: string | undefined,
  what: string,
  { store, guildId, invoker }: GuildContext,
): Promise<void> {
  if (draftId === undefined) return;
  if (await store.drafts.discard(draftId, guildId, invoker.discordUserId)) return;
  const draft = await store.drafts.find(draftId);
  if (draft === undefined || draft.state === "discarded") return;
  throw new UserError(
    `${what} was sent before you changed it, so the change was not asked. ${draft.result ?? "Look in its message for what came of it."}`,
  );
}
