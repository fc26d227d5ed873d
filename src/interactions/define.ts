import {
  ContextMenuCommandBuilder,
  SlashCommandBuilder,
  SlashCommandSubcommandBuilder,
} from "@discordjs/builders";
import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  type AutocompleteInteraction,
  InteractionContextType,
  type MessageContextMenuCommandInteraction,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type UserContextMenuCommandInteraction,
} from "discord.js";
import { UserError } from "../errors.ts";
import { type Access, findDefaultPermission } from "./access.ts";
import { withSuggestedValues } from "./dispatch/autocomplete.ts";
import {
  type ContextFor,
  type AdmittedContext,
  toContext,
  type GuildContext,
  type Needs,
} from "./handler-context.ts";
import type {
  AckResult,
  AskedCommand,
  Ack,
  CommandAck,
  Option,
  Options,
  OptionValues,
  Handler,
  HandlerReach,
  CommandHandler,
  Subcommand,
  SlashCommand,
  UserMenuCommand,
  MessageMenuCommand,
} from "./handler.ts";

interface Declaration<N extends Needs, A extends Ack, Asked> extends HandlerReach {
  readonly name: string;
  readonly description: string;
  readonly access: Access;
  readonly needs: N;
  readonly ack: A;
  readonly purpose?: CommandHandler["purpose"];
  readonly dependsOn?: CommandHandler["dependsOn"];
  /** Also offered in private messages, and to people who installed the bot for themselves. */
  readonly anywhere?: CommandHandler["anywhere"];
  readonly run: (asked: Asked, ctx: ContextFor<N>) => Promise<AckResult[A]>;
}

interface CommandDeclaration<
  N extends Needs,
  A extends CommandAck,
  O extends Options<ContextFor<N>>,
> extends Declaration<N, A, { readonly options: OptionValues<O>; readonly interaction: AskedCommand }> {
  /** By name, in the order Discord shows them; `dayOfMonth` is registered as `day-of-month`. */
  readonly options?: O;
  /** Runs instead of `run` if an option rejects its value; by default, the rejection is the reply. */
  readonly refused?: (asked: Refused<O>, ctx: ContextFor<N>) => Promise<AckResult[A]>;
}

interface Refused<O> {
  /** The options with usable values. */
  readonly options: Partial<OptionValues<O>>;
  /** Which values were rejected and why; at least one. */
  readonly refusals: readonly UserError[];
  readonly interaction: AskedCommand;
}

export function defineCommand<
  N extends Needs,
  A extends CommandAck,
  const O extends Options<ContextFor<N>> = Options<GuildContext>,
>(declaration: CommandDeclaration<N, A, O>): SlashCommand {
  const data = new SlashCommandBuilder();
  const handler = createCommandHandler(declaration, data);
  return {
    kind: "slash",
    json: toSlashJson(data, [handler], handler.anywhere),
    handlers: new Map([["", handler]]),
  };
}

export function defineSubcommand<
  N extends Needs,
  A extends CommandAck,
  const O extends Options<ContextFor<N>> = Options<GuildContext>,
>(declaration: CommandDeclaration<N, A, O>): Subcommand {
  const data = new SlashCommandSubcommandBuilder();
  return { ...createCommandHandler(declaration, data), data };
}

function createCommandHandler<N extends Needs, A extends CommandAck, O extends Options<ContextFor<N>>>(
  { name, description, options, needs, run, refused, ...rest }: CommandDeclaration<N, A, O>,
  data: SlashCommandBuilder | SlashCommandSubcommandBuilder,
): CommandHandler {
  data.setName(name).setDescription(description);
  const named = Object.entries<Option<unknown, ContextFor<N>>>(options ?? {}).map(
    ([key, option]) => [key, toOptionName(key), option] as const,
  );
  for (const [, registered, { add }] of named) add(data, registered);
  return {
    ...rest,
    needs,
    optionNames: new Set(named.map(([, registered]) => registered)),
    hasForm: refused !== undefined,
    autocomplete: new Map(
      named.flatMap(([, registered, { suggest }]) =>
        suggest === undefined
          ? []
          : [
              [
                registered,
                (typed: string, admitted: AdmittedContext, interaction: AutocompleteInteraction) =>
                  suggest(typed, toContext(needs, admitted), interaction),
              ] as const,
            ],
      ),
    ),
    async run(sent, admitted) {
      const ctx = toContext(needs, admitted);
      const suggesting = named.flatMap(([, registered, { suggest }]) => (suggest ? [registered] : []));
      const interaction = withSuggestedValues(sent, suggesting, ctx);
      const values: Record<string, unknown> = {};
      const refusals: UserError[] = [];
      for (const [key, registered, { read }] of named)
        try {
          const value = read(interaction, registered, ctx);
          values[key] = value instanceof Promise ? await value : value;
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
          if (refused === undefined) throw withOption(error, registered);
          refusals.push(error);
        }
      // Each value was read by the option with its key; the compiler can't see that through the loop.
      const readValues = values as OptionValues<O>;
      return refused === undefined || refusals.length === 0
        ? run({ options: readValues, interaction }, ctx)
        : refused({ options: readValues, refusals, interaction }, ctx);
    },
  };
}

function withOption(error: UserError, option: string): UserError {
  const isPlain = error.constructor === UserError;
  const { message, components } = error;
  return isPlain ? new UserError(message, { cause: error, components, options: [option] }) : error;
}

/** Converts `dayOfMonth` to Discord's `day-of-month`. */
export function toOptionName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

interface GroupDeclaration {
  readonly name: string;
  readonly description: string;
  /** Discord offers a command in private messages with all of its subcommands, or not at all. */
  readonly anywhere?: CommandHandler["anywhere"];
  readonly subcommands: readonly Subcommand[];
}

export function defineCommandGroup({
  name,
  description,
  anywhere,
  subcommands,
}: GroupDeclaration): SlashCommand {
  const data = new SlashCommandBuilder().setName(name).setDescription(description);
  for (const { data: subcommand } of subcommands) data.addSubcommand(subcommand);
  return {
    kind: "slash",
    json: toSlashJson(data, subcommands, anywhere),
    handlers: new Map(
      subcommands.map((handler) => [
        handler.data.name,
        anywhere === undefined ? handler : { ...handler, anywhere },
      ]),
    ),
  };
}

export function defineUserMenu<N extends Needs, A extends CommandAck>(
  declaration: Declaration<N, A, UserContextMenuCommandInteraction>,
): UserMenuCommand {
  return { kind: "user-menu", ...createMenuParts(declaration, ApplicationCommandType.User) };
}

export function defineMessageMenu<N extends Needs, A extends CommandAck>(
  declaration: Declaration<N, A, MessageContextMenuCommandInteraction>,
): MessageMenuCommand {
  return { kind: "message-menu", ...createMenuParts(declaration, ApplicationCommandType.Message) };
}

function createMenuParts<N extends Needs, A extends Ack, I>(
  { name, description, needs, run, ...rest }: Declaration<N, A, I>,
  type: ApplicationCommandType.User | ApplicationCommandType.Message,
) {
  const data = new ContextMenuCommandBuilder().setName(name).setType(type);
  restrictToGuild(data);
  hideFromOthers(data, [rest]);
  const handler: Handler<I> & HandlerReach = {
    ...rest,
    needs,
    run: (interaction, admitted) => run(interaction, toContext(needs, admitted)),
  };
  return { json: data.toJSON(), description, handler };
}

/** A link belongs to a server, so such a command isn't offered in private messages or in servers without the bot. */
function restrictToGuild(data: SlashCommandBuilder | ContextMenuCommandBuilder): void {
  data.setContexts(InteractionContextType.Guild).setIntegrationTypes(ApplicationIntegrationType.GuildInstall);
}

/** Unless the server changes that, Discord shows what only admins may use to nobody else. */
function hideFromOthers(
  data: SlashCommandBuilder | ContextMenuCommandBuilder,
  handlers: readonly { readonly access: Access }[],
): void {
  const permission = findDefaultPermission(handlers.map(({ access }) => access));
  if (permission !== undefined) data.setDefaultMemberPermissions(permission);
}

function toSlashJson(
  data: SlashCommandBuilder,
  handlers: readonly { readonly access: Access }[],
  anywhere: CommandHandler["anywhere"],
): RESTPostAPIChatInputApplicationCommandsJSONBody {
  if (anywhere === undefined) restrictToGuild(data);
  else {
    const { BotDM, Guild, PrivateChannel } = InteractionContextType;
    const { GuildInstall, UserInstall } = ApplicationIntegrationType;
    data.setContexts(Guild, BotDM, PrivateChannel).setIntegrationTypes(GuildInstall, UserInstall);
  }
  hideFromOthers(data, handlers);
  return data.toJSON();
}
