import { ComponentType } from "discord.js";
import type { Person, SeenForm, SeenMessage } from "../../playground/discord/index.ts";
import type { FormInput } from "../../playground/discord/member-types.ts";
import { labelsOf, opened, shown } from "./replies.ts";

type Value = string | number | boolean | undefined;
/** What a schedule is to be like: what can be typed, and what is chosen in the panel, by the words for it in code. */
export type Settings = Readonly<Record<string, Value>>;

const typed = ["kind", "channel", "days", "time", "zone"];
const inLists = ["channel", "days"];
const times = ["time", "cron", "dayOfMonth", "zone"];
const ticked: Readonly<Record<string, string>> = { pin: "pins", replace: "replaces", publish: "publishes" };

const select = (settings: Settings, isWanted: (key: string) => boolean) =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) =>
      value === undefined || !isWanted(key) ? [] : [[key, value]],
    ),
  );

/** What `/schedule add` answers, and if more is wanted than can be typed, what *Preview* in its panel does. */
export async function askToAdd(person: Person, settings: Settings = {}): Promise<SeenMessage> {
  const rest = select(settings, (key) => !typed.includes(key));
  if (Object.keys(rest).length === 0)
    return shown(
      await person.run(
        "schedule add",
        select(settings, () => true),
      ),
    );
  const isTyped = (key: string) => typed.includes(key) && key !== "time";
  const answer = shown(await person.run("schedule add", select(settings, isTyped)));
  const panel = labelsOf(answer).includes("Fix it") ? shown(await person.press(answer, "Fix it")) : answer;
  return fillPanel(person, panel, { ...rest, time: settings["time"] });
}

/** What *Preview* in the panel for a change shows, with these settings changed. */
export async function askToChange(
  person: Person,
  scheduleId: string,
  changes: Settings,
): Promise<SeenMessage> {
  return fillPanel(person, await pressOnCard(person, scheduleId, "Edit…"), changes);
}

async function fillPanel(person: Person, opening: SeenMessage, settings: Settings): Promise<SeenMessage> {
  let panel = opening;
  const choose = async (list: string, value: Value): Promise<void> => {
    if (value === undefined) return;
    const found = panel.selects.find(({ placeholder }) => placeholder === list);
    if (found === undefined) throw new Error(`there is no list "${list}"`);
    panel = shown(await person.choose(panel, found.customId, [String(value)]));
  };
  const fill = async (label: string, values: Settings): Promise<void> => {
    if (Object.keys(values).length === 0) return;
    const form = opened(await person.press(panel, label));
    panel = shown(await person.submit(form, toFields(form, values)));
  };
  await choose("Where to post it", settings["channel"]);
  await choose("On which days", settings["days"]);
  await fill(
    "Other time…",
    select(settings, (key) => times.includes(key)),
  );
  // What is ticked at first depends on the mode.
  await fill(
    "More options…",
    select(settings, (key) => key === "mode"),
  );
  await fill(
    "More options…",
    select(settings, (key) => ![...times, ...inLists, "mode"].includes(key)),
  );
  if (panel.content !== "") return panel;
  const isReady = panel.buttons.some(({ label, disabled }) => label === "Preview" && !disabled);
  return isReady ? shown(await person.press(panel, "Preview")) : panel;
}

/** Of a form: what is in it, with these values changed. Booleans are ticked among others. */
function toFields(form: SeenForm, values: Settings): Readonly<Record<string, FormInput>> {
  const preset = form.fields.find(({ customId }) => customId === "extras")?.options ?? [];
  const extras = new Set(preset.filter((option) => option.default).map(({ value }) => value));
  const fields: Record<string, FormInput> = {};
  for (const [key, value] of Object.entries(values)) {
    if (value === true) extras.add(ticked[key] ?? key);
    else if (value === false) extras.delete(ticked[key] ?? key);
    else {
      const field = form.fields.find(({ customId }) => customId === key);
      if (field === undefined) throw new Error(`${form.title} has no field for ${key}`);
      const isText = field.type === ComponentType.TextInput;
      fields[key] = isText ? String(value) : value === "" ? [] : String(value).split(", ");
    }
  }
  return preset.length === 0 ? fields : { ...fields, extras: [...extras] };
}

/** A schedule as the list opens it. */
export async function openCard(person: Person, scheduleId: string): Promise<SeenMessage> {
  let list = shown(await person.run("schedule list"));
  const isThere = ({ selects }: SeenMessage) =>
    selects.some(({ options }) => options.some(({ value }) => value === scheduleId));
  while (!isThere(list) && list.buttons.some(({ label, disabled }) => label === "Next" && !disabled))
    list = shown(await person.press(list, "Next"));
  const menu = list.selects.find(({ placeholder }) => placeholder === "Open a schedule");
  if (menu === undefined) throw new Error("there is no schedule");
  return shown(await person.choose(list, menu.customId, [scheduleId]));
}

/** What a button below an opened schedule leads to. */
export async function pressOnCard(person: Person, scheduleId: string, label: string): Promise<SeenMessage> {
  return shown(await person.press(await openCard(person, scheduleId), label));
}
