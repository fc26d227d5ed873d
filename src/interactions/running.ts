import type { Interaction } from "discord.js";
import type { AppContext } from "../context.ts";
import { UserError } from "../errors.ts";
import { type Access, mayUse, refusalOf } from "./access.ts";
import type { Answer, Form } from "./answer.ts";
import { inGuild } from "./caller.ts";
import { isReload, linkKeyOf } from "./custom-id.ts";
import { failedIn } from "./failed-in.ts";
import type { ContextFor, GuildContext, LinkedContext, Needs } from "./handler-context.ts";
import { openLink, refuseUnlinked } from "./link.ts";
import { type ObservedApi, observeApi } from "./observed-api.ts";
import { stampAnswer, stampForm } from "./stamping.ts";

/** The context of a handler, once it is sure that this person may run it here and now. */
export async function admit(
  { access, needs, home }: Pick<AnyHandler<never, never>, "access" | "needs" | "home">,
  interaction: Interaction,
  ctx: AppContext,
): Promise<LinkedContext | GuildContext> {
  const guildId = interaction.guildId ?? (interaction.isButton() ? home?.(interaction.customId) : undefined);
  if (guildId === undefined) {
    throw new UserError(
      "I work inside a server only, so nothing was done here. Please use the command in your server.",
    );
  }
  const guildContext = await inGuild(interaction, guildId, ctx);
  if (!mayUse(access, guildContext.caller)) {
    if (needs === "link") await refuseUnlinked(guildId, ctx);
    throw new UserError(refusalOf(access, guildContext.caller));
  }
  if (needs === "guild") return guildContext;
  const { channelId, parentChannelId } = guildContext;
  const place = { guildId, channelId, parentChannelId, linkKey: linkOf(interaction) };
  const linked = await openLink(place, ctx);
  return { ...guildContext, ...linked };
}

function linkOf(interaction: Interaction): string | undefined {
  return interaction.isMessageComponent() || interaction.isModalSubmit()
    ? linkKeyOf(interaction.customId)
    : undefined;
}

function mayReload(interaction: Interaction, { reloadPace }: AppContext): boolean {
  if (!interaction.isMessageComponent() || !isReload(interaction.customId)) return false;
  return reloadPace.mayReload(interaction.user.id, interaction.message.id);
}

type AnyHandler<I, R> = {
  [N in Needs]: {
    readonly access: Access;
    readonly needs: N;
    readonly home?: (customId: string) => string | undefined;
    readonly run: (interaction: I, ctx: ContextFor<N>) => Promise<R>;
  };
}[Needs];

/** Admits, runs, and marks the result with the workspace it speaks of. */
export async function run<I extends Interaction, R extends Answer | Form>(
  handler: AnyHandler<I, R>,
  interaction: I,
  ctx: AppContext,
): Promise<R> {
  const admitted = await admit(handler, interaction, ctx);
  const asked = handler.access === "self-or-manager" ? watched(admitted) : undefined;
  if (!("api" in admitted)) {
    if (handler.needs === "link") throw new Error("a linked handler was admitted without a link");
    const result = await handler.run(interaction, asked?.ctx ?? admitted);
    asked?.check();
    return result;
  }
  const observed = observeApi(admitted.api, { ...ctx, fresh: mayReload(interaction, ctx) });
  try {
    const linked: LinkedContext = { ...admitted, ...asked?.ctx, api: observed.api };
    const result = await handler.run(interaction, linked);
    asked?.check();
    return stamped(result, admitted, observed);
  } catch (error) {
    const { link, workspaceName } = admitted;
    throw failedIn(error, { link, workspaceName, read: undefined, now: ctx.now() });
  }
}

/** A handler that is about a person must say whom before its answer may leave. */
function watched<C extends GuildContext>(ctx: C) {
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

function stamped<R extends Answer | Form>(result: R, ctx: LinkedContext, observed: ObservedApi): R {
  const { link, workspaceName } = ctx;
  const leftOut = observed.leftOut();
  const stamp = { link, workspaceName, read: observed.oldest(), leftOut, now: ctx.now() };
  // Each function gives back the kind it took; the compiler cannot see that through R.
  return ("custom_id" in result ? stampForm(result, stamp) : stampAnswer(result, stamp)) as R;
}
