import type { ModalSubmitFields } from "discord.js";
import { cleanTyped } from "../../src/typed-text.ts";
import { parseChoice } from "./options.ts";

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
