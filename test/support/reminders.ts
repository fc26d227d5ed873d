import type { Person, SeenMessage } from "../../playground/discord/index.ts";
import type { ReminderKind } from "../../commands/remind/kinds.ts";
import { opened, shown } from "./replies.ts";

export async function listReminders(person: Person): Promise<SeenMessage> {
  return shown(await person.run("remind"));
}

/** The menu that turns reminders on and off. */
export function reminderMenuOf({ selects }: SeenMessage): SeenMessage["selects"][number] {
  const menu = selects.find(({ placeholder }) => placeholder === "Turn reminders on or off");
  if (menu === undefined) throw new Error("there is no menu of reminders");
  return menu;
}

/** Leaves only these on. */
export async function chooseReminders(
  person: Person,
  list: SeenMessage,
  kinds: readonly string[],
): Promise<SeenMessage> {
  return shown(await person.choose(list, reminderMenuOf(list).customId, kinds));
}

/** Turns one on, or changes its hours. */
export async function remindMe(
  person: Person,
  about: ReminderKind = "week",
  hours = 24,
): Promise<SeenMessage> {
  const list = await listReminders(person);
  if (about !== "week") {
    const isOn = reminderMenuOf(list).options.filter((option) => option.default);
    return chooseReminders(person, list, [...new Set([...isOn.map(({ value }) => value), about])]);
  }
  const menu = list.selects.find(({ options }) => options.some(({ value }) => value === String(hours)));
  if (menu !== undefined) return shown(await person.choose(list, menu.customId, [String(hours)]));
  const form = opened(await person.press(list, "Other hours…"));
  return shown(await person.submit(form, { hours: String(hours) }));
}

/** Turns all of them off. */
export async function remindMeNoMore(person: Person): Promise<SeenMessage> {
  return chooseReminders(person, await listReminders(person), []);
}
