import type { OwnMessage } from "../../bot/own-messages.ts";
import type { Answer } from "../../interactions/answer.ts";
import type { JobTools } from "../job.ts";
import type { Posting } from "./put-up.ts";

/** Clocks differ a little, Discord's too. */
const clockSlackMs = 60_000;

/** An earlier try may have posted, and nobody can say whether it did. The message is a sentence for people. */
export class CannotTellError extends Error {
  override readonly name = "CannotTellError";
}

/**
 * The message that an earlier try posted, if that is uncertain and there is one. Discord forgets a nonce within
 * minutes and does not show it later, so it is known by its title, and by that no other post is known as it.
 * @throws CannotTellError when the channel cannot be read so far back; what Discord answered
 */
export async function findPosted(
  answer: Answer,
  { delivery, schedule, nonce }: Posting,
  { ctx }: JobTools,
): Promise<string | undefined> {
  if (delivery.unsureSince === undefined) return undefined;
  const { guildId, channelId } = schedule;
  const { messages, isWhole } = await ctx.messenger.ownSince(
    { guildId, channelId },
    delivery.unsureSince - clockSlackMs,
  );
  const byNonce = messages.find((message) => message.nonce === nonce);
  if (byNonce !== undefined) return byNonce.id;
  const alike = messages.filter((message) => isAlike(message, answer)).map(({ id }) => id);
  const known = await ctx.store.deliveries.knownMessages(guildId, alike);
  const found = alike.find((id) => !known.has(id));
  if (found === undefined && !isWhole)
    throw new CannotTellError(
      "I was cut off while posting and cannot see whether it worked, so I did not post it again. Look in the channel; `/schedule run-now` posts it anew.",
    );
  return found;
}

function isAlike({ title, content }: OwnMessage, { embeds = [], content: text = "" }: Answer): boolean {
  const [first] = embeds;
  return first === undefined ? title === undefined && content.endsWith(text) : title === first.title;
}
