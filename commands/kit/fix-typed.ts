import {
  ApplicationCommandOptionType as OptionType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type APILabelComponent,
  type ModalSubmitFields,
} from "discord.js";
import { z } from "zod";
import { ApiError } from "../../src/api/errors.ts";
import { describeError } from "../../src/error-text.ts";
import { UserError } from "../../src/errors.ts";
import { defineButton, defineModal } from "../../src/interactions/components.ts";
import { createDraft, requireOwnDraft } from "../../src/interactions/confirmation/drafts.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import {
  type AskedCommand,
  type ChosenOptions,
  type Command,
  type CommandHandler,
  formatHandlerPath,
} from "../../src/interactions/handler.ts";
import type { GuildContext, LinkedContext } from "../../src/interactions/handler-context.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import type { Modal, Reply } from "../../src/ui/reply.ts";
import { parseWholeNumber, plainMarks } from "../../src/typed-text.ts";
import { createTextField, selectField, readText } from "./fields.ts";

/** By option name. */
const Typed = z.record(z.string(), z.union([z.string(), z.number()]));
type Typed = z.output<typeof Typed>;

const Draft = z.object({
  typed: Typed,
  /** The options that were refused, if it was some alone. */
  refused: z.array(z.string()),
});
type Draft = z.output<typeof Draft>;

type StringOption = Extract<APIApplicationCommandBasicOption, { type: OptionType.String }>;
type NumberOption = Extract<
  APIApplicationCommandBasicOption,
  { type: OptionType.Integer | OptionType.Number }
>;
type TypedOption = StringOption | NumberOption;

/** Discord's limit for a modal. */
const maxFields = 5;
/** Discord's limits for a text field, and for an option that has none of its own. */
const maxText = 4_000;
const maxNumberText = 20;

/**
 * The same command, which offers *Fix it* where it refuses what was typed in its options: a form with all of it. Commands
 * with a form of their own, and options that aren't typed (a role, a file), are left as they are.
 */
export function offerFix(command: Command): Command {
  if (command.kind !== "slash") return command;
  const { json, handlers } = command;
  return {
    ...command,
    handlers: new Map(
      [...handlers].map(([sub, handler]) => {
        const declared = json.options?.find(({ name }) => name === sub);
        const options = declared?.type === OptionType.Subcommand ? declared.options : json.options;
        const typed = (options ?? []).filter(isTyped);
        const needsMore = (options ?? []).some((option) => option.required === true && !isTyped(option));
        const isFixable = handler.ack === "ephemeral" && !handler.hasForm && typed.length > 0 && !needsMore;
        return [sub, isFixable ? withFix(handler, formatHandlerPath(json.name, sub), typed) : handler];
      }),
    ),
  };
}

function withFix(handler: CommandHandler, path: string, options: readonly TypedOption[]): CommandHandler {
  const { needs } = handler;
  // Whether it may be about someone else is decided when it runs again.
  const access = handler.access === "self-or-manager" ? "staff" : handler.access;
  const name = path.replaceAll(" ", "-");
  const kind = `${name}.typed`;
  const draft = { draftId: z.string() };
  const fixId = defineCustomId(`${name}.fix-typed`, draft);
  const formId = defineCustomId(kind, draft);

  /** @param isAgain what was typed was put right in the form, and must not be lost with it */
  async function run(
    asked: AskedCommand,
    ctx: GuildContext | LinkedContext,
    isAgain = false,
  ): Promise<Reply> {
    try {
      // Only handlers with a private reply get here.
      return (await handler.run(asked, ctx)) as Reply;
    } catch (error) {
      const typed = readGiven(asked, options);
      const refusal = describeRefusal(error, isAgain);
      if (refusal === undefined || typed === undefined) throw error;
      const { label, text, refused } = refusal;
      const draftId = await createDraft({ kind, payload: { typed, refused } }, ctx);
      const fix = createButton({ customId: fixId.encode({ draftId }), label, style: "primary" });
      const components = createButtonRow(fix);
      // In place of the refusal before; a command's own is a new message.
      if (isAgain) return { content: text, components };
      throw new UserError(text, { cause: error, components });
    }
  }
  const find = async (draftId: string, ctx: GuildContext): Promise<Draft> => {
    const expired = `What you typed has expired, so nothing was done. Run ${ctx.commandMention(path)} again.`;
    const found = Draft.safeParse((await requireOwnDraft(draftId, kind, ctx, expired)).payload);
    if (found.success) return found.data;
    throw new UserError(expired);
  };
  const fixButton = defineButton({
    id: fixId,
    access,
    needs,
    ack: "modal",
    run: async ({ draftId }, ctx): Promise<Modal> => ({
      custom_id: formId.encode({ draftId }),
      title: `/${path}`,
      components: createFields(options, await find(draftId, ctx)),
    }),
  });
  const form = defineModal({
    id: formId,
    access,
    needs,
    ack: "update",
    async run({ draftId }, ctx, interaction) {
      const before = await find(draftId, ctx);
      const typed = readFields(interaction.fields, options, before);
      const { applicationId, token, locale, member } = interaction;
      return run({ applicationId, token, locale, member, options: toChosen(typed, options) }, ctx, true);
    },
  });
  return { ...handler, run, components: [...(handler.components ?? []), fixButton, form] };
}

interface Refusal {
  readonly label: "Fix it" | "Try again";
  readonly text: string;
  readonly refused: readonly string[];
}

/** `undefined` for what typing something else wouldn't change. */
function describeRefusal(error: unknown, isAgain: boolean): Refusal | undefined {
  // Other kinds have other reasons, and an error with buttons has its own next step.
  if (error instanceof UserError && error.constructor === UserError && error.components.length === 0)
    return { label: "Fix it", text: error.message, refused: error.options };
  if (!(error instanceof ApiError) || error.outcomeUnknown) return undefined;
  const isUnknownId = error.failure === "not-found" || error.failure === "invalid-id";
  if (!isUnknownId && !isAgain) return undefined;
  const { text } = describeError(error, { reference: "" });
  return { label: isUnknownId ? "Fix it" : "Try again", text, refused: [] };
}

function isTyped(option: APIApplicationCommandOption): option is TypedOption {
  const { type } = option;
  return type === OptionType.String || type === OptionType.Integer || type === OptionType.Number;
}

/** What was typed; nothing if a form couldn't hold all that was given. */
function readGiven({ options: { data } }: AskedCommand, options: readonly TypedOption[]): Typed | undefined {
  const given = data
    .flatMap((option) => option.options ?? [option])
    .filter(({ value }) => value !== undefined);
  const isKnown = given.every(({ name }) => options.some((option) => option.name === name));
  const typed = Typed.safeParse(Object.fromEntries(given.map(({ name, value }) => [name, value])));
  return given.length > 0 && isKnown ? typed.data : undefined;
}

/** The options of the form: what was refused, what else was typed, and then what else fits. */
function listFields(options: readonly TypedOption[], { typed, refused }: Draft): readonly TypedOption[] {
  const rank = ({ name }: TypedOption): number => (refused.includes(name) ? 0 : name in typed ? 1 : 2);
  const shown = new Set(options.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxFields));
  return options.filter((option) => shown.has(option));
}

function createFields(options: readonly TypedOption[], draft: Draft): APILabelComponent[] {
  return listFields(options, draft).map((option) => {
    const { name, description, required = false } = option;
    const value = String(draft.typed[name] ?? "");
    const field = {
      id: name,
      label: name.replace(/^./, (letter) => letter.toUpperCase()),
      description,
      required,
    };
    if (option.choices !== undefined)
      return selectField({
        ...field,
        choices: option.choices.map((choice) => ({ name: choice.name, value: String(choice.value) })),
        value,
      });
    const max =
      option.type === OptionType.String ? Math.min(option.max_length ?? maxText, maxText) : maxNumberText;
    return createTextField({ ...field, value, max, long: value.length > 100 });
  });
}

/** What the form didn't show is kept. */
function readFields(fields: ModalSubmitFields, options: readonly TypedOption[], before: Draft): Typed {
  const read = listFields(options, before).map(({ name, choices }) => {
    const text =
      choices === undefined ? readText(fields, name) : (fields.getStringSelectValues(name)[0] ?? "");
    return [name, text] as const;
  });
  const typed = Object.entries<string | number>({ ...before.typed, ...Object.fromEntries(read) });
  return Object.fromEntries(typed.filter(([, value]) => value !== ""));
}

/** As Discord gives them. */
function toChosen(typed: Typed, options: readonly TypedOption[]): ChosenOptions {
  const getNumber = (name: string): number | null => {
    const option = options.find((each) => each.name === name);
    const value = typed[name];
    if (value === undefined || option === undefined) return null;
    return readNumber(String(value), option);
  };
  return {
    data: options.flatMap(({ name, type }) => {
      const value = typed[name];
      return value === undefined ? [] : [{ name, type, value }];
    }),
    getString: (name) => (typed[name] === undefined ? null : String(typed[name])),
    getInteger: getNumber,
    getNumber,
    getBoolean: () => null,
    getRole: () => null,
    getChannel: () => null,
    getAttachment: () => null,
    getUser: () => null,
    getMember: () => null,
  };
}

/** With a decimal point, if any: a comma may separate thousands, too. */
function parseNumber(text: string): number | undefined {
  const digits = plainMarks(text).replace(/(?<=\d)[\s'](?=\d{3})/g, "");
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : undefined;
}

/** @throws UserError for what Discord wouldn't have let pass */
function readNumber(text: string, option: TypedOption): number {
  const { name, type } = option;
  const isWhole = type === OptionType.Integer;
  const value = (isWhole ? parseWholeNumber(text) : parseNumber(text)) ?? Number.NaN;
  const [min = -Infinity, max = Infinity] = "min_value" in option ? [option.min_value, option.max_value] : [];
  if (Number.isFinite(value) && value >= min && value <= max) return value;
  const range = Number.isFinite(min) && Number.isFinite(max) ? ` from ${min} to ${max}` : "";
  throw new UserError(
    `${inlineCode(text, 20)} isn't a ${isWhole ? "whole " : ""}number${range}, so \`${name}\` can't be that. Nothing was done.`,
  );
}
