import type { Interaction } from "discord.js";
import type { AppContext } from "../context.ts";
import { UserError } from "../errors.ts";
import { type Access, mayUse, refusalOf } from "./access.ts";
import { inGuild } from "./caller.ts";
import type { ContextFor, GuildContext, LinkedContext, Needs } from "./handler-context.ts";
import { openLink } from "./link.ts";

/** The context of a handler, once it is sure that this person may run it here and now. */
export async function admit(
  { access, needs }: { readonly access: Access; readonly needs: Needs },
  interaction: Interaction,
  ctx: AppContext,
): Promise<LinkedContext | GuildContext> {
  if (interaction.guildId === null) {
    throw new UserError(
      "I work inside a server only, so nothing was done here. Please use the command in your server.",
    );
  }
  const guildContext = await inGuild(interaction, interaction.guildId, ctx);
  if (access !== "everyone" && !mayUse(access, guildContext.caller.tier))
    throw new UserError(refusalOf(access));
  if (needs === "guild") return guildContext;
  const { workspaceId, api } = await openLink(interaction.guildId, ctx);
  return { ...guildContext, workspaceId, api };
}

type AnyHandler<I, R> = {
  [N in Needs]: {
    readonly access: Access;
    readonly needs: N;
    readonly run: (interaction: I, ctx: ContextFor<N>) => Promise<R>;
  };
}[Needs];

/** Admits, then runs. */
export async function run<I extends Interaction, R>(
  handler: AnyHandler<I, R>,
  interaction: I,
  ctx: AppContext,
): Promise<R> {
  const admitted = await admit(handler, interaction, ctx);
  if (handler.needs === "guild") return handler.run(interaction, admitted);
  if (!("api" in admitted)) throw new Error("a linked handler was admitted without a link");
  return handler.run(interaction, admitted);
}
