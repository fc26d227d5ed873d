import ICAL from "ical.js";
import { sync as nodeIcal } from "node-ical";
import type { App } from "../../src/app.ts";
import type { Person, SeenMessage } from "../../playground/discord/index.ts";
import { shown } from "./replies.ts";

/** Where the operator says that the bot is reached; tests put its real port in its place. */
export const publicUrl = "https://bot.example.com/some";

/** The answer to *Subscribe…*: an address, or that there is one. */
export async function subscribe(person: Person): Promise<SeenMessage> {
  return shown(await person.press(shown(await person.run("calendar")), "Subscribe…"));
}

/** The path of the address in an answer. */
export function pathIn({ text }: SeenMessage): string {
  const [, path = ""] =
    /```\nhttps:\/\/bot\.example\.com\/some(\/calendar\/[\w-]{22}\.ics)\n```/.exec(text) ?? [];
  if (path === "") throw new Error(`there is no address in: ${text}`);
  return path;
}

/** Asks a bot on its own port, as a calendar app does through a proxy. */
export function ask({ httpPort }: App, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${httpPort ?? 0}${path}`, init);
}

/** An event of a calendar: its id and its beginning, in epoch milliseconds. */
export type Entry = readonly [uid: string, at: number];

/** Mozilla's reader, in Thunderbird. */
export function readWithIcalJs(text: string): readonly Entry[] {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((component) => {
    const { uid, startDate } = new ICAL.Event(component);
    return [uid, startDate.toJSDate().getTime()];
  });
}

export function readWithNodeIcal(text: string): readonly Entry[] {
  return Object.values(nodeIcal.parseICS(text)).flatMap((entry) =>
    entry?.type === "VEVENT" ? [[entry.uid, entry.start.getTime()] as const] : [],
  );
}
