import { renderContext } from "../../src/ui/render-context.ts";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { Schedule } from "./store.ts";
import { tryPostChannel } from "../kit/post-channel.ts";
import { refuseBeyondCaller } from "./preflight.ts";
import { renderRunning, renderRunPreview } from "./render-state.ts";
import { scheduleOption } from "./options.ts";
import { toSettings } from "./settings.ts";

const Payload = z.object({ id: z.string(), kind: z.string().optional(), channelId: z.string() });

export const runConfirmation = defineConfirmation<z.output<typeof Payload>, boolean, "guild">({
  kind: "schedule.run",
  access: "manager",
  needs: "guild",
  payload: Payload,
  confirm: { label: "Post it now", destructive: false },
  cancel: { label: "Not now", sentence: "Nothing was posted. The schedule continues as before." },
  unknownOutcomeText:
    "I couldn't finish this, so I don't know whether it will be posted. Check the channel before you try again.",
  async execute({ id }, ctx) {
    const { store, guildId, now } = ctx;
    const schedule = await store.schedules.find(guildId, id);
    if (schedule === undefined)
      throw new UserError("This schedule was removed after this preview, so nothing was posted.");
    if (schedule.state === "paused") throw new UserError(pausedSentence);
    await refuseUnlinked(schedule, ctx);
    await refuseBeyondCaller(schedule, ctx);
    return store.deliveries.add({ scheduleId: id, guildId, dueAt: now() });
  },
  outcome: {
    target: (_result, { id }) => id,
    duplicateText: () => "This is already being posted. Nothing was posted twice.",
  },
  receipt: (_result, payload, ctx) => renderRunning(payload, renderContext(ctx)),
});

/** @throws UserError if a schedule's link was removed */
async function refuseUnlinked(
  { linkKey }: Pick<Schedule, "linkKey">,
  { store, guildId }: Pick<GuildContext, "store" | "guildId">,
): Promise<void> {
  if ((await store.guildLinks.find(guildId, linkKey)) === undefined)
    throw new UserError(
      "The link this schedule belongs to was removed, so nothing was posted. Add it again with `/schedule add`, and remove this one with `/schedule remove`.",
    );
}

const pausedSentence =
  "This schedule is paused, so nothing was posted. Resume it with `/schedule resume` first.";

export async function promptRun(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  if (schedule.state === "paused") throw new UserError(pausedSentence);
  await refuseUnlinked(schedule, ctx);
  const { id, kind, channelId } = schedule;
  await Promise.all([tryPostChannel(channelId, ctx), refuseBeyondCaller(schedule, ctx)]);
  return runConfirmation.prompt(
    { id, kind, channelId },
    renderRunPreview(schedule, toSettings(schedule)),
    ctx,
  );
}

export const runNow = defineSubcommand({
  name: "run-now",
  description: "Post a schedule now, in addition to its set times, after a preview",
  options: { schedule: scheduleOption() },
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: runConfirmation.components,
  run: ({ options: { schedule } }, ctx) => promptRun(schedule, ctx),
});
