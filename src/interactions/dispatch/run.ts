import type { Interaction } from "discord.js";
import type { AppContext } from "../../context.ts";
import { UserError } from "../../errors.ts";
import { canUse, denialText } from "../access.ts";
import type { Handler } from "../handler.ts";
import type { Reply, Modal } from "../../ui/reply.ts";
import { createGuildContext } from "./guild-context.ts";
import { isReload, linkKeyOf } from "../custom-id.ts";
import { annotateModal, annotateReply, attachNotes } from "./annotate.ts";
import type { GuildContext, LinkedContext } from "../handler-context.ts";
import { resolveWorkspace, assertLinked } from "./workspace.ts";
import { type TrackedApi, trackAge } from "./track-age.ts";

/** The context of a handler, once this person is allowed to run it here and now. */
export async function authorize(
  handler: Pick<Handler<never>, "access" | "needs" | "anywhere" | "guildIdOf">,
  interaction: Interaction,
  ctx: AppContext & Pick<GuildContext, "timeliness">,
): Promise<LinkedContext | GuildContext> {
  const { access, needs } = handler;
  const guildContext = await createGuildContext(handler, interaction, ctx);
  const { guildId } = guildContext;
  if (!canUse(access, guildContext.invoker)) {
    if (needs === "link") await assertLinked(guildId, ctx);
    throw new UserError(denialText(access, guildContext.invoker));
  }
  if (needs === "guild") return guildContext;
  const { channelId, parentChannelId } = guildContext;
  const place = { guildId, channelId, parentChannelId, linkKey: linkOf(interaction) };
  const linked = await resolveWorkspace(place, ctx);
  return { ...guildContext, ...linked };
}

function linkOf(interaction: Interaction): string | undefined {
  return interaction.isMessageComponent() || interaction.isModalSubmit()
    ? linkKeyOf(interaction.customId)
    : undefined;
}

function throttleReload(interaction: Interaction, { reloadThrottle }: AppContext): boolean {
  if (!interaction.isMessageComponent() || !isReload(interaction.customId)) return false;
  return reloadThrottle.tryReload(interaction.user.id, interaction.message.id);
}

/** Authorizes, runs, and annotates the result with its workspace. */
export async function run<I extends Interaction>(
  handler: Handler<I>,
  interaction: I,
  ctx: AppContext & Pick<GuildContext, "timeliness">,
): Promise<Reply | Modal> {
  const admitted = await authorize(handler, interaction, ctx);
  const asked = handler.access === "self-or-manager" ? requireAdmit(admitted) : undefined;
  if (!("api" in admitted)) {
    const result = await handler.run(interaction, asked?.ctx ?? admitted);
    asked?.check();
    return result;
  }
  const observed = trackAge(admitted.api, { ...ctx, fresh: throttleReload(interaction, ctx) });
  try {
    const linked: LinkedContext = { ...admitted, ...asked?.ctx, api: observed.api };
    const result = await handler.run(interaction, linked);
    asked?.check();
    return annotated(result, admitted, observed);
  } catch (error) {
    const { link, workspaceName } = admitted;
    throw attachNotes(error, { link, workspaceName, read: undefined, now: ctx.now() });
  }
}

/** A handler about a person must name that person before its reply may be sent. */
function requireAdmit<C extends GuildContext>(ctx: C) {
  let asked = false;
  const admitAbout = (userId: string): Promise<void> => {
    asked = true;
    return ctx.admitAbout(userId);
  };
  return {
    ctx: { ...ctx, admitAbout },
    check() {
      if (!asked) throw new Error("a handler about a person did not say whom it is about");
    },
  };
}

function annotated(result: Reply | Modal, ctx: LinkedContext, observed: TrackedApi): Reply | Modal {
  const { link, workspaceName } = ctx;
  const leftOut = observed.leftOut();
  const notes = { link, workspaceName, read: observed.oldest(), leftOut, now: ctx.now() };
  return "custom_id" in result ? annotateModal(result, notes) : annotateReply(result, notes);
}
