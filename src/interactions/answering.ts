import type { AppContext } from "../context.ts";
import { MisuseError, UnshownError, UserError } from "../errors.ts";
import { type Answer, type Form, toPayload } from "./answer.ts";
import type { Answerable } from "./answerable.ts";
import { outOfDate } from "./controls.ts";
import type { Handler } from "./define.ts";
import { explain } from "./explaining.ts";
import { handlerName } from "./handler-name.ts";
import { sentenceFor } from "./command-marks.ts";
import { defer, isFromMessage, replace, respond } from "./responding.ts";
import { run } from "./running.ts";
import { withShareButton } from "./sharing.ts";

/** A handler that is done by then is answered in one call; a slower one shows "thinking" first. Discord waits 3 s. */
const oneCallWithinMs = 1_000;
const formWithinMs = 2_500;

/** Runs a handler and shows what it gave: the one place that replies, defers and edits. Never rejects. */
export async function answer<I extends Answerable>(
  handler: Handler<I> | undefined,
  interaction: I,
  ctx: AppContext,
): Promise<void> {
  try {
    if (handler === undefined || (handler.ack === "update" && !isFromMessage(interaction)))
      throw new MisuseError(outOfDate);
    if (handler.ack === "modal") await showForm(handler, interaction, ctx);
    else await showMessage(handler, interaction, ctx);
  } catch (error) {
    await explain(error, handler?.ack === "update", interaction, ctx);
  }
}

async function showForm<I extends Answerable>(
  handler: Extract<Handler<I>, { readonly ack: "modal" }>,
  interaction: I,
  ctx: AppContext,
): Promise<void> {
  const form = await settledWithin(run(handler, interaction, ctx), formWithinMs);
  if (form === undefined) throw formTooLate();
  await openForm(interaction, await form());
}

async function showMessage<I extends Answerable>(
  handler: Exclude<Handler<I>, { readonly ack: "modal" }>,
  interaction: I,
  ctx: AppContext,
): Promise<void> {
  const ack = handler.ack === "modal-or-ephemeral" ? "ephemeral" : handler.ack;
  const pending = run<I, Answer | Form>(handler, interaction, ctx);
  const ready = await settledWithin(pending, oneCallWithinMs);
  if (ready !== undefined) {
    const result = await ready();
    if (isForm(result)) await openForm(interaction, result);
    else await respond(interaction, ack, payloadOf(result, interaction, ctx)).catch(unshown);
    return;
  }
  // Its failure is met below; until then it must not count as unhandled.
  pending.catch(() => undefined);
  await defer(interaction, ack);
  const result = await pending;
  if (isForm(result)) throw formTooLate();
  await replace(interaction, payloadOf(result, interaction, ctx)).catch(unshown);
}

/** Discord takes a form as the first answer only. */
function formTooLate(): UserError {
  return new UserError("I could not open the form in time. Nothing was done. Please try again.");
}

async function openForm(interaction: Answerable, form: Form): Promise<void> {
  if (!("showModal" in interaction)) throw new Error("a form cannot open a form");
  await interaction.showModal(form);
}

function isForm(result: Answer | Form): result is Form {
  return "custom_id" in result;
}

function payloadOf(result: Answer, interaction: Answerable, ctx: AppContext) {
  const { content } = result;
  const marked = content ? { ...result, content: sentenceFor(interaction, content, ctx) } : result;
  return toPayload(withShareButton(marked, handlerName(interaction)));
}

function unshown(cause: unknown): never {
  throw new UnshownError("an answer could not be shown", { cause });
}

/** The promise itself, in a box, once it is settled; `undefined` when that takes longer than `withinMs`. */
async function settledWithin<T>(
  pending: Promise<T>,
  withinMs: number,
): Promise<(() => Promise<T>) | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), withinMs);
  const box = () => pending;
  const settled = await Promise.race([
    pending.then(
      () => box,
      () => box,
    ),
    late.promise,
  ]);
  clearTimeout(timer);
  return settled;
}
