import { ApplicationCommandType } from "discord-api-types/v10";
import { checkOptions, commandName } from "./validate-command-options.ts";
import { characters, FormCheck, isAbsent, isFields, plain } from "./body-validator.ts";

type Fields = Readonly<Record<string, unknown>>;

const most: Readonly<Record<number, number>> = {
  [ApplicationCommandType.ChatInput]: 100,
  [ApplicationCommandType.User]: 15,
  [ApplicationCommandType.Message]: 15,
};

/** All commands of one scope, as a bulk PUT sends them. @throws DiscordApiError */
export function checkCommandList(body: unknown): readonly Fields[] {
  const form = new FormCheck();
  const commands = form.list({ commands: body }, "commands", { max: 130 });
  const seen = new Set<string>();
  const counts = new Map<number, number>();
  const checked = commands.map((value, index) => {
    const at = form.at(index);
    const command = at.fields(value);
    const type = checkCommandFields(at, command);
    const key = `${type} ${String(command["name"])}`;
    if (seen.has(key))
      at.at("name").refuse("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique");
    seen.add(key);
    counts.set(type, (counts.get(type) ?? 0) + 1);
    return command;
  });
  for (const [type, count] of counts)
    if (count > (most[type] ?? 1))
      form.refuse(
        "APPLICATION_COMMANDS_MAX_COMMANDS_EXCEEDED",
        `Maximum number of application commands of type ${type} reached (${most[type] ?? 1}).`,
      );
  form.finish();
  return checked;
}

/** @throws DiscordApiError */
export function checkCommand(body: unknown): Fields {
  const form = new FormCheck();
  const command = form.fields(body);
  checkCommandFields(form, command);
  form.finish();
  return command;
}

function checkCommandFields(form: FormCheck, command: Fields): number {
  const type = isAbsent(command["type"])
    ? ApplicationCommandType.ChatInput
    : (form.oneOf(command, "type", [1, 2, 3]) ?? ApplicationCommandType.ChatInput);
  const isChat = type === ApplicationCommandType.ChatInput;
  const name = form.text(command, "name", { required: true, min: 1, max: 32 });
  if (name !== undefined && isChat && !commandName(name))
    form.at("name").refuse("APPLICATION_COMMAND_INVALID_NAME", `Command name "${name}" is invalid`);
  if (isChat) form.text(command, "description", { required: true, min: 1, max: 100 });
  else if (!isAbsent(command["description"]) && command["description"] !== "")
    form
      .at("description")
      .refuse(
        "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_EXISTS",
        "Context menu commands cannot have description",
      );
  if (!isChat && Array.isArray(command["options"]) && command["options"].length > 0)
    form
      .at("options")
      .refuse("APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_EXISTS", "Context menu commands cannot have options");
  checkLocalizations(form, command, isChat);
  const permissions = command["default_member_permissions"];
  if (!isAbsent(permissions) && !/^\d{1,20}$/.test(plain(permissions)))
    form
      .at("default_member_permissions")
      .refuse("NUMBER_TYPE_COERCE", `Value "${plain(permissions)}" is not int.`);
  checkPlaces(form, command, "integration_types", [0, 1]);
  checkPlaces(form, command, "contexts", [0, 1, 2]);
  if (isChat) checkOptions(form, command, "command");
  const size = textSize(command);
  if (size > 8_000) form.refuse("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)");
  return type;
}

/** Where a command is offered: numbers of an enumeration, each once. */
function checkPlaces(
  form: FormCheck,
  command: Fields,
  key: "integration_types" | "contexts",
  known: readonly number[],
): void {
  const places = command[key];
  if (isAbsent(places)) return;
  const at = form.at(key);
  const listed = form.list(command, key, { max: known.length });
  if (listed.length === 0)
    at.refuse("BASE_TYPE_BAD_LENGTH", `Must be between 1 and ${known.length} in length.`);
  if (new Set(listed).size < listed.length)
    at.refuse("SET_TYPE_CONTAINS_DUPLICATES", "Items in this set must be unique.");
  for (const [index, place] of listed.entries())
    if (!known.some((each) => each === place))
      at.at(index).refuse("ENUM_TYPE_COERCE", `Value "${plain(place)}" is not a valid enum value.`);
}

function checkLocalizations(form: FormCheck, command: Fields, isChat: boolean): void {
  for (const [key, max] of [
    ["name_localizations", 32],
    ["description_localizations", 100],
  ] as const) {
    const translations = command[key];
    if (!isFields(translations)) continue;
    for (const locale of Object.keys(translations)) {
      const text = form.at(key).text(translations, locale, { min: 1, max });
      if (isChat && max === 32 && text !== undefined && !commandName(text))
        form.at(key, locale).refuse("APPLICATION_COMMAND_INVALID_NAME", `Command name "${text}" is invalid`);
    }
  }
}

/** Names, descriptions and values of a command and all in it; of translations, the longest counts. */
function textSize(node: Fields): number {
  const own = textOf(node, "name") + textOf(node, "description");
  const value = typeof node["value"] === "string" ? characters(node["value"]) : 0;
  const inner = [node["options"], node["choices"]]
    .flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []))
    .reduce<number>((sum, part) => sum + (isFields(part) ? textSize(part) : 0), 0);
  return own + value + inner;
}

function textOf(node: Fields, key: string): number {
  const translations = node[`${key}_localizations`];
  const all = [node[key], ...(isFields(translations) ? Object.values(translations) : [])];
  return Math.max(...all.map((text) => (typeof text === "string" ? characters(text) : 0)));
}
