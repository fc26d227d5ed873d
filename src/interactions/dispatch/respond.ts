import type { AppContext } from "../../context.ts";
import { MisuseError, ReplyFailedError, UserError } from "../../errors.ts";
import { raceTimeout } from "../../time.ts";
import { type Modal, type RepliableInteraction, type Reply, toPayload } from "../../ui/reply.ts";
import { outdatedComponentText } from "../components.ts";
import type { Handler } from "../handler.ts";
import { explainError } from "./error-reply.ts";
import { handlerName } from "./routes.ts";
import { withCommandMentions } from "../command-mentions.ts";
import { deferReply, isFromMessage, editReply, type MessageAck, reply } from "./callbacks.ts";
import { run } from "./run.ts";
import { withShareButton } from "../share-button.ts";

/**
 * After the interaction arrived: a handler done by then replies in one call; a slower one shows "thinking" first.
 * Discord waits 3 s.
 */
const deferAfterMs = 1_000;
const modalDeadlineMs = 2_500;

const unknownCommandText =
  "I don't know this command; I may be in the middle of an update. Nothing was done. Try again in a minute.";

interface Arrival {
  readonly ctx: AppContext;
  /** By `performance.now()`: taking it on may have waited for a slow database. */
  readonly arrivedAt: number;
}

/** Runs a handler and shows its result: the only place that replies, defers and edits. Never rejects. */
export async function handleInteraction<I extends RepliableInteraction>(
  handler: Handler<I> | undefined,
  interaction: I,
  arrival: Arrival,
): Promise<void> {
  const { ctx } = arrival;
  try {
    // Another version of the bot created it.
    if (handler === undefined)
      throw new UserError(interaction.isCommand() ? unknownCommandText : outdatedComponentText);
    if (handler.ack === "update" && !isFromMessage(interaction)) throw new MisuseError(outdatedComponentText);
    const { ack } = handler;
    if (ack === "modal") await openModal(handler, interaction, arrival);
    else await sendReply(handler, ack === "modal-or-ephemeral" ? "ephemeral" : ack, interaction, arrival);
  } catch (error) {
    await explainError(error, handler?.ack === "update", interaction, ctx);
  }
}

async function openModal<I extends RepliableInteraction>(
  handler: Handler<I>,
  interaction: I,
  { ctx, arrivedAt }: Arrival,
): Promise<void> {
  const form = await raceSettled(run(handler, interaction, ctx), arrivedAt + modalDeadlineMs);
  if (form === undefined) throw modalTooLate();
  const opened = await form();
  if (!isModal(opened)) throw new Error("a handler that opens a modal gave a message");
  await sendModal(interaction, opened);
}

async function sendReply<I extends RepliableInteraction>(
  handler: Handler<I>,
  ack: MessageAck,
  interaction: I,
  { ctx, arrivedAt }: Arrival,
): Promise<void> {
  const pending = run(handler, interaction, ctx);
  const ready = await raceSettled(pending, arrivedAt + deferAfterMs);
  if (ready !== undefined) {
    const result = await ready();
    if (isModal(result)) await sendModal(interaction, result);
    else await reply(interaction, ack, payloadOf(result, interaction, ctx)).catch(replyFailed);
    return;
  }
  // Its failure is handled below; until then it must not count as unhandled.
  pending.catch(() => undefined);
  await deferReply(interaction, ack);
  const result = await pending;
  if (isModal(result)) throw modalTooLate();
  await editReply(interaction, payloadOf(result, interaction, ctx)).catch(replyFailed);
}

/** Discord accepts a modal only as the first reply. */
function modalTooLate(): UserError {
  return new UserError("I couldn't open the form in time. Nothing was done. Try again.");
}

async function sendModal(interaction: RepliableInteraction, form: Modal): Promise<void> {
  if (!("showModal" in interaction)) throw new Error("a form cannot open a form");
  await interaction.showModal(form);
}

function isModal(result: Reply | Modal): result is Modal {
  return "custom_id" in result;
}

function payloadOf(result: Reply, interaction: RepliableInteraction, ctx: AppContext) {
  const { content } = result;
  const marked = content ? { ...result, content: withCommandMentions(interaction, content, ctx) } : result;
  return toPayload(withShareButton(marked, handlerName(interaction)));
}

function replyFailed(cause: unknown): never {
  throw new ReplyFailedError("an answer could not be shown", { cause });
}

/** A function returning the settled promise; `undefined` if it isn't settled at `until`, by `performance.now()`. */
function raceSettled<T>(pending: Promise<T>, until: number): Promise<(() => Promise<T>) | undefined> {
  const box = () => () => pending;
  return raceTimeout(pending.then(box, box), Math.max(0, until - performance.now()), () => undefined);
}
