import { canUse } from "../../src/interactions/access.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { readState } from "./read-state.ts";
import { renderSetup, type SetupView } from "./render.ts";

/**
 * The setup's message, with everything read and checked again. After a change it doesn't reject, since the
 * change still has to be reported.
 */
export async function showSetup(view: SetupView, ctx: GuildContext): Promise<Reply> {
  const { done } = view;
  if (!canUse("admin", ctx.invoker)) return { content: done ?? "Nothing was changed." };
  try {
    return renderSetup(await readState(ctx), view, renderContext(ctx));
  } catch (error) {
    if (done === undefined) throw error;
    ctx.log.error("the setup couldn't be read after a change", { guildId: ctx.guildId, error });
    return { content: `${done}\nI couldn't read the other steps. Run \`/setup\` again.` };
  }
}
