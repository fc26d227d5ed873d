import type { Person, SeenMessage } from "../../playground/discord/index.ts";
import { fillIn } from "./fill-in.ts";
import { opened, shown } from "./replies.ts";

interface Asked {
  readonly disconnect?: boolean;
}

/** The preview of forgetting oneself. */
export async function askToForgetMe(person: Person, asked: Asked = {}): Promise<SeenMessage> {
  const kept = shown(await person.run("privacy"));
  return withConnection(person, shown(await person.press(kept, "Forget me…")), asked);
}

/** The preview of forgetting someone else, or the refusal. @param whom as it is typed into the form */
export async function askToForget(person: Person, whom: string, asked: Asked = {}): Promise<SeenMessage> {
  const kept = shown(await person.run("privacy"));
  const form = opened(await person.press(kept, "Forget someone else…"));
  return withConnection(person, shown(await person.submit(form, fillIn(form, { person: whom }))), asked);
}

/** The file of what is kept about oneself. */
export async function downloadMyData(person: Person): Promise<SeenMessage> {
  return shown(await person.press(shown(await person.run("privacy")), "Download my data"));
}

async function withConnection(
  person: Person,
  preview: SeenMessage,
  { disconnect = false }: Asked,
): Promise<SeenMessage> {
  return disconnect ? shown(await person.press(preview, "Disconnect too")) : preview;
}
