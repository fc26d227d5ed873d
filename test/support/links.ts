import type { Person, SeenMessage } from "../../playground/discord/index.ts";
import { menuOf, opened, shown } from "./replies.ts";

/** The card of a link, as an admin gets to it. @param name where the server has several */
export async function openLink(person: Person, name?: string): Promise<SeenMessage> {
  const seen = shown(await person.run("link status"));
  if (name === undefined) return seen;
  const option = seen.selects[0]?.options.find(({ label }) => label === name);
  if (option === undefined) throw new Error(`there is no link called ${name}`);
  return shown(await person.choose(seen, menuOf(seen), [option.value]));
}

/** What a button on the card of a link leads to. */
export async function pressOnLink(person: Person, label: string, name?: string): Promise<SeenMessage> {
  return shown(await person.press(await openLink(person, name), label));
}

/** Sends the form that a button on the card of a link opens. */
export async function submitOnLink(
  person: Person,
  label: string,
  typed: Readonly<Record<string, string>>,
  name?: string,
): Promise<SeenMessage> {
  const form = opened(await person.press(await openLink(person, name), label));
  return shown(await person.submit(form, typed));
}

/** Uses a link in a channel. */
export async function useLinkIn(person: Person, channelId: string, name?: string): Promise<SeenMessage> {
  const question = await pressOnLink(person, "Channel…", name);
  return shown(await person.choose(question, menuOf(question), [channelId]));
}

/** The preview of what is deleted of a server. */
export async function askToDeleteAll(person: Person): Promise<SeenMessage> {
  const question = await pressOnLink(person, "Remove…");
  return shown(await person.press(question, "Delete everything…"));
}
