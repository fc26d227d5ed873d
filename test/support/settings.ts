import type { Person, SeenMessage } from "../../playground/discord/index.ts";
import { menuOf, opened, shown } from "./replies.ts";

/** What changes a setting, as an admin gets to it. */
export async function openSetting(person: Person, setting: string): Promise<SeenMessage> {
  const seen = shown(await person.run("settings"));
  return shown(await person.choose(seen, menuOf(seen), [setting]));
}

/** A setting with a menu: of values or of channels. */
export async function chooseSetting(person: Person, setting: string, value: string): Promise<SeenMessage> {
  const question = await openSetting(person, setting);
  return shown(await person.choose(question, menuOf(question), [value]));
}

/** The time zone that is found by what is typed. */
export async function searchZone(person: Person, zone: string): Promise<SeenMessage> {
  const form = opened(await person.press(await openSetting(person, "zone"), "Search…"));
  return shown(await person.submit(form, { zone }));
}

/** When an open order is old. */
export async function chooseOldAfter(person: Person, hours: string): Promise<SeenMessage> {
  const form = opened(await person.press(await openSetting(person, "orders"), "Change the hours…"));
  return shown(await person.submit(form, { hours }));
}

/** The preview of roles for a week, by their fields; what isn't named is left empty. */
export async function chooseRewards(
  person: Person,
  roles: Readonly<Record<string, string>>,
): Promise<SeenMessage> {
  const form = opened(await person.press(await openSetting(person, "rewards"), "Choose roles…"));
  const fields = form.fields.map(({ customId }) => [customId, [roles[customId] ?? []].flat()]);
  return shown(await person.submit(form, Object.fromEntries(fields)));
}
