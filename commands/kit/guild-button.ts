import type { ButtonInteraction } from "discord.js";
import { z } from "zod";
import { MisuseError } from "../../src/errors.ts";
import type { Access } from "../../src/interactions/access.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import {
  type Anywhere,
  chooseText,
  readGuildCandidates,
  createGuildChoices,
  findGuildName,
} from "../../src/interactions/dispatch/private-guild.ts";
import type { AckResult, ButtonHandler } from "../../src/interactions/handler.ts";
import type { ContextFor, GuildContext, Needs } from "../../src/interactions/handler-context.ts";
import { createButton } from "../../src/ui/buttons.ts";

export const Snowflake = z.string().regex(/^\d{1,20}$/);

interface GuildButtonDeclaration<N extends Needs, A extends "update" | "ephemeral" | "modal"> {
  readonly name: string;
  readonly access: Access;
  readonly needs: N;
  readonly ack: A;
  readonly opensPreview?: boolean;
  readonly run: (ctx: ContextFor<N>, interaction: ButtonInteraction) => Promise<AckResult[A]>;
}

export interface GuildButton {
  readonly createId: (guildId: string) => string;
  readonly component: ButtonHandler;
}

/** A button on a reply that may be in a private message, where only its custom id says which guild it is about. */
export function defineGuildButton<N extends Needs, A extends "update" | "ephemeral" | "modal">({
  name,
  run,
  ...rest
}: GuildButtonDeclaration<N, A>): GuildButton {
  const id = defineCustomId(name, { guildId: Snowflake });
  return {
    createId: (guildId) => id.encode({ guildId }),
    component: defineButton({
      id,
      ...rest,
      findGuildId: ({ guildId }) => guildId,
      async run({ guildId }, ctx, interaction) {
        if (guildId !== ctx.guildId) throw new MisuseError(outdatedComponentText);
        return run(ctx, interaction);
      },
    }),
  };
}

/** Offers the other servers to people who run a command in private. */
export function defineOtherServers(name: string, command: Anywhere) {
  const others = defineGuildButton({
    name,
    access: "everyone",
    needs: "guild",
    ack: "update",
    async run(ctx) {
      const components = await createGuildChoices(command, ctx.invoker.discordUserId, ctx);
      return { content: chooseText, components };
    },
  });
  return {
    component: others.component,
    /** The button, for people who run the command in private and have a choice. */
    async buttons(ctx: GuildContext) {
      if (!ctx.isPrivate) return [];
      const guilds = await readGuildCandidates(command.access, ctx.invoker.discordUserId, ctx);
      return guilds.length < 2
        ? []
        : [createButton({ customId: others.createId(ctx.guildId), label: "Another server" })];
    },
  };
}

/** Stores the server that a person chose for their private commands. */
export async function rememberHome({ isPrivate, store, invoker, guildId, now }: GuildContext): Promise<void> {
  if (isPrivate) await store.homeGuilds.choose(invoker.discordUserId, guildId, now());
}

/** For replies shown outside the server; in the server it is obvious which one they are about. */
export async function readServerName(ctx: GuildContext): Promise<string | undefined> {
  const { isPrivate, guildId, invoker } = ctx;
  if (!isPrivate) return undefined;
  return (await findGuildName(guildId, invoker.discordUserId, ctx)) ?? `server ${guildId}`;
}
