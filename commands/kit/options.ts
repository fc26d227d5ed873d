import {
  type ApplicationCommandOptionAllowedChannelTypes,
  type ApplicationCommandOptionBase,
  SlashCommandAttachmentOption,
  SlashCommandBooleanOption,
  SlashCommandChannelOption,
  SlashCommandIntegerOption,
  SlashCommandNumberOption,
  SlashCommandRoleOption,
  SlashCommandStringOption,
  SlashCommandUserOption,
} from "@discordjs/builders";
import { UserError } from "../../src/errors.ts";
import type {
  AskedCommand,
  Autocomplete,
  ChosenOptions,
  Option,
  OptionTarget,
} from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { cleanTyped } from "../../src/typed-text.ts";
import { inlineCode } from "../../src/ui/escape.ts";

interface AnyOption<T, C extends GuildContext = GuildContext> extends Option<T, C> {
  /** Discord requires it. */
  required(): AnyOption<NonNullable<T>, C>;
  /** Parses the value further. */
  map<U, D extends C = C>(
    further: (value: T, ctx: D, interaction: AskedCommand) => U | Promise<U>,
  ): Option<U, NoInfer<D>>;
}
interface TextOption<T, C extends GuildContext = GuildContext> extends AnyOption<T, C> {
  required(): TextOption<NonNullable<T>, C>;
  max(length: number): TextOption<T, C>;
  autocomplete<D extends C>(suggest: Autocomplete<D>): TextOption<T, NoInfer<D>>;
}
interface NumberOption<T> extends AnyOption<T> {
  min(min: number): NumberOption<T>;
  max(max: number): NumberOption<T>;
}

type Get<T> = (chosen: ChosenOptions, name: string) => T;

/** The typed text, without blanks around it. */
export function text(description: string): TextOption<string | undefined> {
  const builder = new SlashCommandStringOption().setDescription(description);
  return createTextOption(builder, readTypedText);
}

/** What was typed in an option, also where the option refused it. */
export function readTypedText(chosen: Pick<ChosenOptions, "getString">, name: string): string | undefined {
  const typed = chosen.getString(name);
  return typed === null ? undefined : cleanTyped(typed).trim();
}

function createTextOption<T, C extends GuildContext>(
  builder: SlashCommandStringOption,
  get: Get<T>,
  suggest?: Autocomplete<C>,
): TextOption<T, C> {
  return {
    ...createOption(builder, (target) => target.addStringOption(builder), get, suggest),
    required: () => createTextOption(builder.setRequired(true), requireValue(get), suggest),
    max: (length) => createTextOption(builder.setMaxLength(length), get, suggest),
    autocomplete: (suggested) => createTextOption(builder.setAutocomplete(true), get, suggested),
  };
}

/** One of the offered values. @throws UserError for others: a client that wasn't reloaded may still send them */
export function choice<const V extends string>(
  description: string,
  choices: readonly { readonly name: string; readonly value: V }[],
): AnyOption<V | undefined> {
  const builder = new SlashCommandStringOption().setDescription(description).addChoices(...choices);
  const offered = choices.map(({ value }) => value);
  return createOption(
    builder,
    (target) => target.addStringOption(builder),
    (chosen, name) => parseChoice(name, offered, chosen.getString(name)),
  );
}

/**
 * The chosen value of an option.
 * @throws UserError for values that aren't offered
 */
export function parseChoice<T>(option: string, offered: readonly T[], chosen: string | null): T | undefined {
  if (chosen === null) return undefined;
  const found = offered.find((each) => String(each) === chosen);
  if (found !== undefined) return found;
  throw new UserError(
    `${inlineCode(chosen, 40)} is no longer a choice for \`${option}\`, so nothing was done. Reload Discord and pick one from the list.`,
  );
}

export function integer(description: string): NumberOption<number | undefined> {
  const builder = new SlashCommandIntegerOption().setDescription(description);
  return createNumberOption(
    builder,
    (target) => target.addIntegerOption(builder),
    (chosen, name) => chosen.getInteger(name) ?? undefined,
  );
}

export function number(description: string): NumberOption<number | undefined> {
  const builder = new SlashCommandNumberOption().setDescription(description);
  return createNumberOption(
    builder,
    (target) => target.addNumberOption(builder),
    (chosen, name) => chosen.getNumber(name) ?? undefined,
  );
}

function createNumberOption<T>(
  builder: SlashCommandIntegerOption | SlashCommandNumberOption,
  addTo: (target: OptionTarget) => unknown,
  get: Get<T>,
): NumberOption<T> {
  return {
    ...createOption(builder, addTo, get),
    min: (min) => createNumberOption(builder.setMinValue(min), addTo, get),
    max: (max) => createNumberOption(builder.setMaxValue(max), addTo, get),
  };
}

export function boolean(description: string): AnyOption<boolean | undefined> {
  const builder = new SlashCommandBooleanOption().setDescription(description);
  return createOption(
    builder,
    (target) => target.addBooleanOption(builder),
    (chosen, name) => chosen.getBoolean(name) ?? undefined,
  );
}

export function roleOption(
  description: string,
): AnyOption<NonNullable<ReturnType<ChosenOptions["getRole"]>> | undefined> {
  const builder = new SlashCommandRoleOption().setDescription(description);
  return createOption(
    builder,
    (target) => target.addRoleOption(builder),
    (chosen, name) => chosen.getRole(name) ?? undefined,
  );
}

export function channelOption(
  description: string,
  ...types: readonly ApplicationCommandOptionAllowedChannelTypes[]
): AnyOption<NonNullable<ReturnType<ChosenOptions["getChannel"]>> | undefined> {
  const builder = new SlashCommandChannelOption().setDescription(description).addChannelTypes(...types);
  return createOption(
    builder,
    (target) => target.addChannelOption(builder),
    (chosen, name) => chosen.getChannel(name) ?? undefined,
  );
}

/** A group of files, or an extension. Discord compares names only, and offers no others. */
export type FileType = "image" | "video" | "audio" | `.${string}`;

/** `file_types` is part of Discord's API since August 2026, but not of discord.js 14.28. */
class TypedAttachmentOption extends SlashCommandAttachmentOption {
  readonly #fileTypes: readonly FileType[];

  constructor(fileTypes: readonly FileType[]) {
    super();
    this.#fileTypes = fileTypes;
  }

  override toJSON() {
    return { ...super.toJSON(), file_types: [...this.#fileTypes] };
  }
}

/** A file that the caller uploads. Its contents still have to be checked. @param fileTypes at most 10 */
export function attachmentOption(
  description: string,
  fileTypes: readonly FileType[],
): AnyOption<NonNullable<ReturnType<ChosenOptions["getAttachment"]>> | undefined> {
  const builder = new TypedAttachmentOption(fileTypes).setDescription(description);
  return createOption(
    builder,
    (target) => target.addAttachmentOption(builder),
    (chosen, name) => chosen.getAttachment(name) ?? undefined,
  );
}

export interface ChosenMember {
  readonly user: NonNullable<ReturnType<ChosenOptions["getUser"]>>;
  /** `null` for people who aren't in this server. */
  readonly member: ReturnType<ChosenOptions["getMember"]>;
}

/** @param formerName what it was called in a version whose commands Discord may still show */
export function memberOption(description: string, formerName?: string): AnyOption<ChosenMember | undefined> {
  const builder = new SlashCommandUserOption().setDescription(description);
  const getBy = (chosen: ChosenOptions, name: string): ChosenMember | undefined => {
    const user = chosen.getUser(name);
    return user === null ? undefined : { user, member: chosen.getMember(name) };
  };
  return createOption(
    builder,
    (target) => target.addUserOption(builder),
    (chosen, name) =>
      getBy(chosen, name) ?? (formerName === undefined ? undefined : getBy(chosen, formerName)),
  );
}

function createOption<T, C extends GuildContext>(
  builder: ApplicationCommandOptionBase,
  addTo: (target: OptionTarget) => unknown,
  get: Get<T>,
  suggest?: Autocomplete<C>,
): AnyOption<T, C> {
  const add = (target: OptionTarget, name: string): void => {
    builder.setName(name);
    addTo(target);
  };
  return {
    add,
    suggest,
    read: ({ options }, name) => get(options, name),
    required: () => createOption(builder.setRequired(true), addTo, requireValue(get), suggest),
    map: (further) => ({
      add,
      suggest,
      read: (interaction, name, ctx) => further(get(interaction.options, name), ctx, interaction),
    }),
  };
}

function requireValue<T>(get: Get<T>): Get<NonNullable<T>> {
  return (chosen, name) => {
    const value = get(chosen, name);
    if (value !== undefined && value !== null) return value;
    throw new UserError(`\`${name}\` is empty, so nothing was done. Fill it in and run the command again.`);
  };
}
