import { MessageFlags } from "discord-api-types/v10";
import { emptyMessage } from "./api-error.ts";
import { checkMessageComponents } from "./validate-components.ts";
import { checkEmbeds } from "./validate-embeds.ts";
import { FormCheck, isAbsent, isFields } from "./body-validator.ts";
import { isSnowflake } from "./snowflake.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface MessageCheck {
  /** Where the message's fields are in the body: `["data"]` for an answer to an interaction. */
  readonly under?: readonly string[];
  /** Files that come along. */
  readonly fileNames: readonly string[];
  /** The message was sent with Components V2, which an edit cannot undo. */
  readonly v2Already?: boolean;
  /** An edit may leave everything out; a new message needs something to show. */
  readonly mayBeEmpty?: boolean;
}

/** @throws DiscordApiError for what Discord would not send. */
export function checkMessage(body: Fields, check: MessageCheck): void {
  const form = new FormCheck().at(...(check.under ?? []));
  const flags = typeof body["flags"] === "number" ? body["flags"] : 0;
  const v2 = check.v2Already === true || (flags & MessageFlags.IsComponentsV2) !== 0;

  form.text(body, "content", { max: 2_000 });
  checkEmbeds(form.at("embeds"), form.list(body, "embeds", { max: 10 }));
  checkMessageComponents(form, body, v2);
  checkAllowedMentions(form, body["allowed_mentions"]);
  checkFiles(form, body, check.fileNames);
  if (v2) checkNoOldParts(form, body);
  form.finish();

  if (check.mayBeEmpty !== true && isEmpty(body, check.fileNames)) throw emptyMessage();
}

function checkNoOldParts(form: FormCheck, body: Fields): void {
  for (const key of ["content", "embeds", "poll", "sticker_ids"]) {
    const value = body[key];
    const used = Array.isArray(value) ? value.length > 0 : !isAbsent(value) && value !== "";
    if (used)
      form
        .at(key)
        .refuse(
          "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
          `The '${key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
        );
  }
}

function checkAllowedMentions(form: FormCheck, mentions: unknown): void {
  if (!isFields(mentions)) return;
  const at = form.at("allowed_mentions");
  const parse = at.list(mentions, "parse", { max: 3 });
  for (const [index, kind] of parse.entries())
    if (!["users", "roles", "everyone"].includes(String(kind)))
      at.at("parse", index).refuse(
        "BASE_TYPE_CHOICES",
        "Value must be one of ('everyone', 'users', 'roles').",
      );
  for (const key of ["users", "roles"]) {
    const ids = at.list(mentions, key, { max: 100 });
    if (ids.length > 0 && parse.includes(key))
      at.refuse(
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        `parse:["${key}"] and ${key}: [ids...] are mutually exclusive.`,
      );
    for (const [index, id] of ids.entries())
      if (!isSnowflake(id))
        at.at(key, index).refuse("NUMBER_TYPE_COERCE", `Value "${String(id)}" is not snowflake.`);
  }
}

function checkFiles(form: FormCheck, body: Fields, fileNames: readonly string[]): void {
  const attachments = form.list(body, "attachments", { max: 10 });
  for (const [index, value] of attachments.entries()) {
    const at = form.at("attachments", index);
    const attachment = at.fields(value);
    at.text(attachment, "description", { max: 1_024 });
  }
  if (fileNames.length > 10)
    form.at("attachments").refuse("BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
}

function isEmpty(body: Fields, fileNames: readonly string[]): boolean {
  const content = body["content"];
  const hasList = (key: string) => Array.isArray(body[key]) && body[key].length > 0;
  const hasText = typeof content === "string" && content.trim() !== "";
  return (
    !hasText &&
    !hasList("embeds") &&
    !hasList("components") &&
    !isFields(body["poll"]) &&
    fileNames.length === 0
  );
}
