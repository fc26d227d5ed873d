import type { Answer } from "../../src/interactions/answer.ts";
import { buttonRow } from "../../src/interactions/components.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { guildZone } from "../shared/zone-option.ts";
import { addConfirmation } from "./confirm-add.ts";
import { runsOf } from "./next-runs.ts";
import { renderAddQuestion } from "./render-plan.ts";
import { surroundingsOf } from "./surroundings.ts";
import { isTimed, planDrafts, planIn, type TypedPlan } from "./typed-plan.ts";
import { differences } from "./words.ts";
import { zoneButton } from "./zone-button.ts";

/** The question whether to add a schedule; where nobody knows its zone, that is asked for first, and all else is kept. */
export async function askAdd(typed: TypedPlan, ctx: LinkedContext): Promise<Answer> {
  const now = ctx.now();
  // What else may be wrong is told before: nobody chooses a zone in vain.
  const around = await surroundingsOf(planIn("UTC", typed, now), ctx);
  const zone = await zoneFor(typed, ctx);
  if (zone === undefined) {
    const problem = `I do not know whose clocks count here, so nothing was added yet. Choose the zone below, all else is kept. An admin can choose it once for the whole server with ${ctx.commandMention("settings zone")}.`;
    return askZone(problem, typed, ctx);
  }
  const plan = planIn(zone, typed, now);
  const question = renderAddQuestion({ plan, dues: runsOf(plan, now) }, around);
  return addConfirmation.ask({ after: differences(plan), plan }, question, ctx);
}

/** What is wrong with the zone, and a button to choose it. */
export async function askZone(problem: string, typed: TypedPlan, ctx: LinkedContext): Promise<Answer> {
  const draftId = await planDrafts.keep(typed, ctx);
  return { content: problem, components: buttonRow(zoneButton(draftId)) };
}

async function zoneFor(typed: TypedPlan, ctx: LinkedContext): Promise<string | undefined> {
  const zone = typed.zone ?? (await guildZone(ctx));
  if (zone !== undefined || isTimed(typed)) return zone;
  // What has no set time does not hang on whose clocks count: as in the newest of the others.
  return (await ctx.store.schedules.list(ctx.guildId)).at(-1)?.zone ?? "UTC";
}
