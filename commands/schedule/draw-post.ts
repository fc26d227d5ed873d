import { ApiError, ContractError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import type { GuildContext, LinkedContext } from "../../src/interactions/handler-context.ts";
import { drawInto } from "../../src/pictures/attach.ts";
import type { Board } from "./boards/board.ts";
import { findKind } from "./boards/index.ts";
import { raceTimeout, secondMs } from "../../src/time.ts";
import { embedLimits } from "../../src/ui/embed.ts";
import { joinParts, truncate } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { findRefreshEveryMs, type ScheduleSettings } from "./settings.ts";

/** Someone is waiting for it, and can continue without it. */
const drawWithinMs = 6 * secondMs;

type Workspace = Pick<LinkedContext, "link" | "api">;

/**
 * A question with the post itself below it, as the plan would post it now, and its picture. If the workspace can't be
 * asked, the question says so.
 */
export async function withDrawnPost(
  question: Reply,
  plan: ScheduleSettings,
  workspace: () => Promise<Workspace>,
  ctx: GuildContext,
): Promise<Reply> {
  const board = await raceTimeout(makeBoard(plan, workspace, ctx), drawWithinMs, () => undefined);
  if (board === undefined)
    return withLine(
      question,
      "I couldn't load the post just now, so it isn't shown here. You can continue without it.",
    );
  if ("empty" in board) return withLine(question, `Right now there's nothing to post: ${board.empty}`);
  const post = await drawInto(board, ctx);
  return fitPost(withLine(question, lookText), post);
}

/** `undefined` when it can't be read now. */
async function makeBoard(
  plan: ScheduleSettings,
  workspace: () => Promise<Workspace>,
  ctx: GuildContext,
): Promise<Board | undefined> {
  try {
    const { link, api } = await workspace();
    const { guildId } = ctx;
    const schedule = {
      ...plan,
      id: "",
      guildId,
      linkKey: link.linkKey,
      refreshEveryMs: findRefreshEveryMs(plan),
    };
    return await findKind(plan.kind)?.make({ ctx, schedule, link, api, now: ctx.now() });
  } catch (error) {
    const isExpected =
      error instanceof ApiError || error instanceof ContractError || error instanceof UserError;
    if (!isExpected) throw error;
    ctx.log.info("the post of a planned schedule could not be drawn", { guildId: ctx.guildId, error });
    return undefined;
  }
}

function withLine(question: Reply, line: string): Reply {
  const [first = {}, ...others] = question.embeds ?? [];
  const description = joinParts([first.description, line], "\n\n");
  return { ...question, embeds: [{ ...first, description }, ...others] };
}

const lookText = "This is how it would look now:";

/** Discord's limits on a message, less what the router adds. */
const maxEmbeds = 10;
const maxTotal = embedLimits.total - 120;

/** A long post is cut: its first words and its picture show enough. */
function fitPost(question: Reply, { content = "", embeds = [], files }: Reply): Reply {
  const asked = question.embeds ?? [];
  let left = maxTotal - asked.reduce((sum, embed) => sum + computeLength(embed), 0);
  const shown = embeds.slice(0, maxEmbeds - asked.length).flatMap((embed) => {
    const { description = "", ...rest } = embed;
    const others = computeLength(rest);
    if (others > left) return [];
    const cut = truncate(description, Math.max(1, Math.min(description.length, left - others)));
    left -= others + cut.length;
    return [cut === "" ? rest : { ...rest, description: cut }];
  });
  const [picture] = shown;
  return {
    ...question,
    ...(content !== "" && { content }),
    embeds: [...asked, ...shown],
    ...(files !== undefined && picture !== undefined && { files }),
  };
}

type Embed = NonNullable<Reply["embeds"]>[number];

function computeLength({ title = "", description = "", author, fields = [], footer }: Embed): number {
  const inFields = fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  return (
    title.length + description.length + (author?.name.length ?? 0) + (footer?.text.length ?? 0) + inFields
  );
}
