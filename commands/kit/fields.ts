import {
  type APIComponentInLabel,
  type APILabelComponent,
  ChannelType,
  ComponentType,
  type ModalSubmitFields,
  SelectMenuDefaultValueType,
  TextInputStyle,
} from "discord.js";
import { parseChoice } from "./options.ts";

interface Field {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly required?: boolean;
}

interface TextField extends Field {
  readonly placeholder?: string;
  /** Several lines. */
  readonly long?: boolean;
  readonly max: number;
  readonly value?: string;
}

/** A text field of a modal. */
export function textField(field: TextField) {
  const { id, placeholder, value = "", long = false, max, required = false } = field;
  return labelled(field, {
    type: ComponentType.TextInput,
    custom_id: id,
    style: long ? TextInputStyle.Paragraph : TextInputStyle.Short,
    max_length: max,
    required,
    ...(placeholder !== undefined && { placeholder }),
    // Discord refuses the whole modal if a value is empty or too long.
    ...(value !== "" && value.length <= max && { value }),
  });
}

interface SelectChoice {
  readonly name: string;
  readonly value: string;
  readonly description?: string;
}

interface SelectField extends Field {
  /** 1 to 25. */
  readonly choices: readonly SelectChoice[];
  readonly placeholder?: string;
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
export function checkboxField(field: SeveralField) {
  const { id, choices, values, required = false } = field;
  return labelled(field, {
    type: ComponentType.CheckboxGroup,
    custom_id: id,
    required,
    min_values: required ? 1 : 0,
    max_values: choices.length,
    options: optionsOf(choices, values),
  });
}

interface RoleField extends Field {
  readonly placeholder?: string;
  /** Chosen at first. */
  readonly roleId?: string | undefined;
}

/** A select of a modal, for one role of the server. */
export function roleField(field: RoleField) {
  const { id, placeholder, roleId, required = false } = field;
  return labelled(field, {
    type: ComponentType.RoleSelect,
    custom_id: id,
    required,
    ...(placeholder !== undefined && { placeholder }),
    ...(roleId !== undefined && {
      default_values: [{ id: roleId, type: SelectMenuDefaultValueType.Role }],
    }),
  });
}

/** A select of a modal, for one of the offered values. */
export function selectField(field: SelectField) {
  const { id, choices, placeholder, value: chosen, required = false } = field;
  return labelled(field, {
    type: ComponentType.StringSelect,
    custom_id: id,
    required,
    ...(placeholder !== undefined && { placeholder }),
    options: optionsOf(choices, [chosen]),
  });
}

function optionsOf(choices: readonly SelectChoice[], chosen: readonly (string | undefined)[]) {
  return choices.map(({ name, value, description }) => ({
    label: name,
    value,
    ...(description !== undefined && { description }),
    ...(chosen.includes(value) && { default: true }),
  }));
}

interface MemberField extends Field {
  readonly placeholder?: string;
  /** Chosen at first. */
  readonly discordUserId?: string | undefined;
}

/** A select of a modal, for one person of Discord; they need not be a member of the server. */
export function memberField(field: MemberField) {
  const { id, placeholder, discordUserId, required = false } = field;
  return labelled(field, {
    type: ComponentType.UserSelect,
    custom_id: id,
    required,
    ...(placeholder !== undefined && { placeholder }),
    ...(discordUserId !== undefined && {
      default_values: [{ id: discordUserId, type: SelectMenuDefaultValueType.User }],
    }),
  });
}

interface ChannelField extends Field {
  readonly placeholder?: string;
}

/** A select of a modal, for one text channel of the server. */
export function channelField(field: ChannelField) {
  const { id, placeholder, required = false } = field;
  return labelled(field, {
    type: ComponentType.ChannelSelect,
    custom_id: id,
    required,
    channel_types: [ChannelType.GuildText],
    ...(placeholder !== undefined && { placeholder }),
  });
}

interface FileField extends Field {
  /** 1 to 10. */
  readonly most: number;
}

/** A file upload in a modal. Discord lets people choose any files, so the reader has to check them. */
export function fileField(field: FileField) {
  const { id, most, required = false } = field;
  return labelled(field, { type: ComponentType.FileUpload, custom_id: id, max_values: most, required });
}

function labelled({ label, description }: Field, component: APIComponentInLabel): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    ...(description !== undefined && { description }),
    component,
  };
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
