import {
  type AnySelectMenuInteraction,
  type APIRole,
  type ButtonInteraction,
  DiscordjsErrorCodes,
  DiscordjsTypeError,
  type ModalSubmitInteraction,
  type Role,
  SnowflakeUtil,
  type User,
} from "discord.js";
import type { z } from "zod";
import type { AppContext } from "../context.ts";
import { MisuseError, UnchangedError } from "../errors.ts";
import type { Access } from "./access.ts";
import type { CustomId } from "./custom-id.ts";
import type { Ack, AckResult, ButtonHandler, ModalHandler, SelectHandler } from "./handler.ts";
import {
  type ContextFor,
  type AdmittedContext,
  type GuildContext,
  toContext,
  type Needs,
} from "./handler-context.ts";
import type { Modal, Reply } from "../ui/reply.ts";

interface ComponentDeclaration<Shape extends z.ZodRawShape, I, N extends Needs, A extends Ack> {
  readonly id: CustomId<Shape>;
  readonly access: Access;
  readonly needs: N;
  readonly ack: A;
  /**
   * For a component in a private message, which has no guild: the guild it is about. With `everyone` as its
   * access, nobody has to prove membership, so the handler may only touch the person's own data.
   */
  readonly findGuildId?: (
    fields: z.output<z.ZodObject<Shape>>,
    ctx: AppContext,
  ) => string | undefined | Promise<string | undefined>;
  /** It opens a preview of its own: pressed twice in a row by the same person, it opens one. */
  readonly opensPreview?: boolean;
  /** False for fields that only another version of the bot could have written. */
  readonly isKnown?: (fields: z.output<z.ZodObject<Shape>>) => boolean;
  readonly run: (
    fields: z.output<z.ZodObject<Shape>>,
    ctx: ContextFor<N>,
    interaction: I,
  ) => Promise<AckResult[A]>;
}

export function defineButton<Shape extends z.ZodRawShape, N extends Needs, A extends Ack>({
  staysInCopy = false,
  ...declaration
}: ComponentDeclaration<Shape, ButtonInteraction, N, A> &
  Partial<Pick<ButtonHandler, "staysInCopy">>): ButtonHandler {
  return { kind: "button", staysInCopy, ...createComponentHandler(declaration) };
}

/**
 * The handler of a select, including role and channel selects; the chosen values are in the interaction's `values`, and
 * untrusted.
 */
export function defineSelect<Shape extends z.ZodRawShape, N extends Needs, A extends Ack>(
  declaration: ComponentDeclaration<Shape, AnySelectMenuInteraction, N, A>,
): SelectHandler {
  return { kind: "select", ...createComponentHandler(declaration) };
}

/** The handler of a modal. Discord doesn't allow replying to a modal with another modal. */
export function defineModal<Shape extends z.ZodRawShape, N extends Needs, A extends Exclude<Ack, "modal">>(
  declaration: ComponentDeclaration<Shape, ModalSubmitInteraction, N, A>,
): ModalHandler {
  return { kind: "modal", ...createComponentHandler(declaration) };
}

/** @throws MisuseError if it isn't a channel select, or nothing was chosen */
export function getChosenChannelId(interaction: AnySelectMenuInteraction): string {
  const channelId = interaction.isChannelSelectMenu() ? interaction.channels.firstKey() : undefined;
  if (channelId === undefined) throw new MisuseError(outdatedComponentText);
  return channelId;
}

/** The role as Discord describes it. @throws MisuseError if it isn't a role select, or nothing was chosen */
export function getChosenRole(interaction: AnySelectMenuInteraction): Role | APIRole {
  const role = interaction.isRoleSelectMenu() ? interaction.roles.first() : undefined;
  if (role === undefined) throw new MisuseError(outdatedComponentText);
  return role;
}

/** They need not be a member of the server. @throws MisuseError if it isn't a user select, or nothing was chosen */
export function getChosenUser(interaction: AnySelectMenuInteraction): User {
  const user = interaction.isUserSelectMenu() ? interaction.users.first() : undefined;
  if (user === undefined) throw new MisuseError(outdatedComponentText);
  return user;
}

function createComponentHandler<
  Shape extends z.ZodRawShape,
  I extends Pressed,
  N extends Needs,
  A extends Ack,
>({
  id,
  access,
  needs,
  ack,
  findGuildId,
  opensPreview = false,
  isKnown = () => true,
  run,
}: ComponentDeclaration<Shape, I, N, A>) {
  return {
    name: id.name,
    reads(customId: string) {
      const fields = id.decode(customId);
      return fields !== undefined && isKnown(fields);
    },
    access,
    needs,
    ack,
    ...(findGuildId !== undefined && {
      findGuildId(customId: string, ctx: AppContext) {
        const fields = id.decode(customId);
        return fields && findGuildId(fields, ctx);
      },
    }),
    async run(interaction: I, admitted: AdmittedContext): Promise<Reply | Modal> {
      const fields = id.decode(interaction.customId);
      if (fields === undefined) throw new MisuseError(outdatedComponentText);
      const press = opensPreview ? await takeFirstPress(interaction, admitted) : undefined;
      try {
        return await run(fields, toContext(needs, admitted), interaction);
      } catch (error) {
        // There is no preview: it may be pressed again at once.
        await press?.giveBack();
        throw isOtherModal(error) ? new MisuseError(outdatedComponentText, { cause: error }) : error;
      }
    },
  };
}

type Pressed = Pick<ButtonInteraction, "id" | "customId" | "user"> & {
  readonly message: { readonly id: string } | null;
  readonly values?: readonly string[];
};

/** The second press of a double click comes sooner. */
const doublePressMs = 2_000;

/**
 * By Discord's clock, also if another replica has the first press.
 * @throws UnchangedError if it isn't the first, and what that opened may still be used
 */
async function takeFirstPress(
  { id, customId, user, message, values = [] }: Pressed,
  { store, now, guildId }: GuildContext,
): Promise<{ giveBack(): Promise<void> }> {
  const turn = Math.floor(SnowflakeUtil.timestampFrom(id) / doublePressMs);
  const pressed = JSON.stringify([message?.id, user.id, customId, values]);
  // The one before may have been in the turn before.
  const keys = [turn, turn - 1].map((each) => `press:${pressed}:${each}`);
  const { idempotencyKeys, drafts } = store;
  const giveBack = async (claimed: readonly string[]): Promise<void> => {
    for (const key of claimed) await idempotencyKeys.release(key);
  };
  for (const [index, key] of keys.entries())
    if (!(await idempotencyKeys.claim(key, now()))) {
      const firstAt = await idempotencyKeys.findClaim(key);
      if (firstAt !== undefined && (await drafts.hasEnded(guildId, user.id, firstAt))) break;
      // Counted from this one, too, presses every few seconds would never open anything.
      await giveBack(keys.slice(0, index));
      throw new UnchangedError();
    }
  return { giveBack: () => giveBack(keys) };
}

/** The submitted modal lacks a field: an older version of the bot opened it, or it was forged. */
function isOtherModal(error: unknown): boolean {
  return (
    error instanceof DiscordjsTypeError &&
    error.code === DiscordjsErrorCodes.ModalSubmitInteractionFieldNotFound
  );
}

export const outdatedComponentText =
  "This button is from an older message and no longer works. Nothing was done. Run the command again.";
