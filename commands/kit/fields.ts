import {
  type APIComponentInLabel,
  type APILabelComponent,
  type APIUserSelectComponent,
  ChannelType,
  ComponentType,
  SelectMenuDefaultValueType,
  TextInputStyle,
  type ModalSubmitFields,
} from "discord.js";
import { type FileType, parseChoice } from "./options.ts";
import { cleanTyped } from "../../src/typed-text.ts";

interface Field {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly placeholder?: string;
  readonly required?: boolean;
}

export interface TextField extends Field {
  /** Several lines. */
  readonly long?: boolean;
  readonly max: number;
  readonly value?: string;
}

/** A text field of a modal. */
export function createTextField(field: TextField) {
  const { value = "", long = false, max } = field;
  return createLabel(field, {
    type: ComponentType.TextInput,
    ...toBase(field),
    style: long ? TextInputStyle.Paragraph : TextInputStyle.Short,
    max_length: max,
    // Discord refuses the whole modal if a value is empty or too long.
    ...(value !== "" && value.length <= max && { value }),
  });
}

export interface SelectChoice {
  readonly name: string;
  readonly value: string;
  readonly description?: string;
}

interface SelectField extends Field {
  /** 1 to 25. */
  readonly choices: readonly SelectChoice[];
  /** Chosen at first. */
  readonly value?: string | undefined;
}

interface SeveralField extends Field {
  /** 1 to 10. */
  readonly choices: readonly SelectChoice[];
  /** Chosen at first. */
  readonly values: readonly string[];
}

/** Checkboxes in a modal, any number of which may be ticked. */
export function createCheckboxField(field: Omit<SeveralField, "placeholder">) {
  return createLabel(field, { type: ComponentType.CheckboxGroup, ...toSeveral(field) });
}

interface RoleField extends Field {
  /** Chosen at first. */
  readonly roleId?: string | undefined;
}

/** A select of a modal, for one role of the server. */
export function createRoleField(field: RoleField) {
  const { roleId } = field;
  return createLabel(field, {
    type: ComponentType.RoleSelect,
    ...toSelect(field),
    ...(roleId !== undefined && {
      default_values: [{ id: roleId, type: SelectMenuDefaultValueType.Role }],
    }),
  });
}

/** A select of a modal, for one of the offered values. */
export function selectField(field: SelectField) {
  const options = createOptions(field.choices, [field.value]);
  return createLabel(field, { type: ComponentType.StringSelect, ...toSelect(field), options });
}

/** A select of a modal, for any number of the offered values, of which there are up to 25. */
export function selectSeveralField(field: SeveralField) {
  return createLabel(field, { type: ComponentType.StringSelect, ...toSeveral(field) });
}

function toSeveral(field: SeveralField) {
  const { choices, values } = field;
  return {
    ...toSelect(field),
    max_values: choices.length,
    options: createOptions(choices, values),
  };
}

function createOptions(choices: readonly SelectChoice[], chosen: readonly (string | undefined)[]) {
  return choices.map(({ name, value, description }) => ({
    label: name,
    value,
    ...(description !== undefined && { description }),
    ...(chosen.includes(value) && { default: true }),
  }));
}

interface MemberField extends Field {
  /** Chosen at first. */
  readonly discordUserId?: string | undefined;
}

/** A select of a modal, for one person of Discord; they need not be a member of the server. */
export function createMemberField({ discordUserId, ...field }: MemberField) {
  return createLabel(field, createMemberSelect(field, discordUserId === undefined ? [] : [discordUserId]));
}

interface MembersField extends Field {
  /** 1 to 25. */
  readonly maxPeople: number;
  /** Chosen at first. */
  readonly discordUserIds: readonly string[];
}

/** The same for several people. */
export function createMembersField({ maxPeople, discordUserIds, ...field }: MembersField) {
  return createLabel(field, {
    ...createMemberSelect(field, discordUserIds),
    max_values: maxPeople,
  });
}

function createMemberSelect(field: Field, chosen: readonly string[]): APIUserSelectComponent {
  return {
    type: ComponentType.UserSelect,
    ...toSelect(field),
    ...(chosen.length > 0 && {
      default_values: chosen.map((userId) => ({ id: userId, type: SelectMenuDefaultValueType.User })),
    }),
  };
}

/** A select of a modal, for one text channel of the server. */
export function createChannelField(field: Field) {
  return createLabel(field, {
    type: ComponentType.ChannelSelect,
    ...toSelect(field),
    channel_types: [ChannelType.GuildText],
  });
}

interface FileField extends Omit<Field, "placeholder"> {
  /** 1 to 10. */
  readonly maxFiles: number;
  /** 1 to 10. */
  readonly fileTypes: readonly FileType[];
}

/**
 * A file upload in a modal. Discord offers files by their names, and an older app any of them, so the reader has to check
 * what is in them.
 */
export function createFileField(field: FileField) {
  const component = {
    type: ComponentType.FileUpload as const,
    ...toBase(field),
    max_values: field.maxFiles,
    // Part of Discord's API since August 2026, but not of discord.js 14.28.
    file_types: [...field.fileTypes],
  };
  return createLabel(field, component);
}

/** On phones, what is chosen at first can only be cleared if none is said to be enough (discord-api-docs#8272). */
function toSelect(field: Field) {
  return { ...toBase(field), min_values: field.required === true ? 1 : 0 };
}

/** What every component of a field has. */
function toBase({ id, placeholder, required = false }: Field) {
  return { custom_id: id, required, ...(placeholder !== undefined && { placeholder }) };
}

function createLabel({ label, description }: Field, component: APIComponentInLabel): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    ...(description !== undefined && { description }),
    component,
  };
}

/** What was typed into a text field, without blanks around it. */
export function readText(fields: ModalSubmitFields, id: string): string {
  return cleanTyped(fields.getTextInputValue(id)).trim();
}

/**
 * What was chosen in a select.
 * @throws UserError for a value that isn't offered
 */
export function readSelect<T extends string>(
  fields: ModalSubmitFields,
  id: string,
  offered: readonly T[],
): T | undefined {
  return parseChoice(id, offered, fields.getStringSelectValues(id)[0] ?? null);
}

/** The id of the role that a person chose. */
export function readRole(fields: ModalSubmitFields, id: string): string | undefined {
  return fields.getSelectedRoles(id)?.firstKey();
}

/** The chosen person. */
export function readMember(fields: ModalSubmitFields, id: string) {
  const user = fields.getSelectedUsers(id)?.first();
  // `member` is missing for people who aren't in this server.
  return user && { user, member: fields.getSelectedMembers(id)?.first() };
}

/** The Discord ids of the chosen people. */
export function readMembers(fields: ModalSubmitFields, id: string): readonly string[] {
  return [...(fields.getSelectedUsers(id)?.keys() ?? [])];
}

/** The id of the channel that a person chose. */
export function readChannel(fields: ModalSubmitFields, id: string): string | undefined {
  return fields.getSelectedChannels(id)?.firstKey();
}

/** A file as Discord describes it: its name and type are the sender's claims. */
export interface UploadedFile {
  readonly name: string;
  /** Works for about a day. */
  readonly url: string;
  /** In bytes. */
  readonly size: number;
}

export function readFiles(fields: ModalSubmitFields, id: string): readonly UploadedFile[] {
  const files = fields.getUploadedFiles(id);
  return files === null ? [] : [...files.values()].map(({ name, url, size }) => ({ name, url, size }));
}
