import { Client, type QueryConfig } from "pg";

/**
 * Loaded before the program: told to "hold" it keeps back the database's word that a confirmed write is this bot's to
 * send, and says so; told to "stop" it stops, and gets that answer when it continues. Told to "release" it holds nothing.
 */

let isToHold = false;
let release = (): void => undefined;
process.on("message", (told) => {
  isToHold = told === "hold";
  if (told !== "stop") return;
  process.kill(process.pid, "SIGSTOP");
  release();
});
process.channel?.unref();

// Between that word and the request to the service there is nothing that could be waited for from outside.
// oxlint-disable-next-line typescript/unbound-method -- called on the client below
const { query } = Client.prototype;
Reflect.set(Client.prototype, "query", async function (this: Client, ...given: unknown[]): Promise<unknown> {
  const answer: unknown = await Reflect.apply(query, this, given);
  // A text alone has no values. The store sends objects.
  const { text = "", values } = given[0] as Partial<QueryConfig>;
  const isClaim = text.startsWith('update "drafts"') && values?.[0] === "sending";
  if (isClaim && isToHold) {
    process.stderr.write("holds a claim\n");
    await new Promise<void>((resolve) => (release = resolve));
  }
  return answer;
});
