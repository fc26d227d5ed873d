import { type DiscordStandIn, type Person, playgroundIds } from "../../src/playground/discord/index.ts";
import type { Outcome, SeenForm, SeenMessage } from "../../src/playground/discord/person-types.ts";
import type { ServiceStandIn } from "../../src/playground/service/index.ts";
import { until } from "./until.ts";

/** All that the bot put on screens, each as it first stood there. */
export interface EveryAnswer {
  readonly paths: ReadonlySet<string>;
  readonly messages: readonly SeenMessage[];
  readonly forms: readonly SeenForm[];
}

type Options = Readonly<Record<string, string | number | boolean>>;

/** Runs every command as an admin, presses each button of each answer, and meets the usual refusals. */
export async function collectEveryAnswer(
  discord: DiscordStandIn,
  service: ServiceStandIn,
): Promise<EveryAnswer> {
  const { ada, sam, orders, staffRole, managerRole } = playgroundIds;
  const admin = discord.as(ada, orders);
  const stranger = discord.as(sam, orders);
  const paths = new Set<string>();
  const messages: SeenMessage[] = [];
  const forms: SeenForm[] = [];

  const note = (outcome: Outcome): SeenMessage | undefined => {
    if (outcome.kind === "form") forms.push(outcome.form);
    if (outcome.kind === "failed") throw new Error(`the bot gave no answer: ${outcome.reason}`);
    if (outcome.kind !== "message" && outcome.kind !== "updated") return undefined;
    messages.push(outcome.message);
    return outcome.message;
  };
  const ask = async (person: Person, path: string, options: Options): Promise<SeenMessage | undefined> => {
    service.resetRateLimit();
    paths.add(path);
    return note(await person.run(path, options));
  };
  /** Asks anew for each button, since a pressed one may take the question away. */
  const tryAll = async (path: string, optionsOf: () => Options | Promise<Options>): Promise<void> => {
    const first = await ask(admin, path, await optionsOf());
    for (const { label, disabled } of first?.buttons ?? []) {
      if (disabled) continue;
      const message = await ask(admin, path, await optionsOf());
      if (message !== undefined) note(await admin.press(message, label));
    }
  };
  const suggested = (path: string, name: string, typed: string) => async (): Promise<Options> => {
    const choices = await admin.suggest(path, { [name]: typed }, { name, value: typed });
    const value = choices[0]?.value;
    if (value === undefined) throw new Error(`nothing is suggested for ${name} of /${path}`);
    return { [name]: value };
  };
  const board = suggested("taskboard set-board", "board", "");
  const userId = String([...service.state.users.keys()][0]);
  const linkWith = async (key: string): Promise<SeenMessage | undefined> => {
    await ask(admin, "link set", {});
    const form = forms.at(-1);
    if (form === undefined) throw new Error("no form opened");
    return note(await admin.submit(form, { "workspace-id": service.workspaceId, key }));
  };

  await tryAll("help", () => ({}));
  await tryAll("order create", () => ({
    items: "Latte, Latte, Croissant",
    customer: userId,
    "submitted-by": "2",
  }));
  await tryAll("order search", () => ({}));
  await tryAll("order search", () => ({ item: "no such thing" }));
  await tryAll("activity view", () => ({ user: userId }));
  await tryAll("activity gift", () => ({ user: userId, duration: 30, messages: 5 }));
  await tryAll("assignments", () => ({ user: userId }));
  await tryAll("calendar", () => ({}));
  await tryAll("post-delete", suggested("post-delete", "post", ""));
  await tryAll("taskboard show", () => ({}));
  await tryAll("taskboard boards", () => ({}));
  await tryAll("taskboard set-board", board);
  await tryAll("taskboard format", async () => ({ ...(await board()), position: 3 }));
  await tryAll("taskboard actions", () => ({}));
  await tryAll("taskboard delete-action", suggested("taskboard delete-action", "action", ""));
  await tryAll("link access", () => ({}));
  await tryAll("link access", () => ({ add: managerRole }));
  await tryAll("link access", () => ({ remove: staffRole }));
  await tryAll("link status", () => ({}));

  await ask(stranger, "help", {});
  await ask(stranger, "order search", {});
  const kept = await ask(admin, "order create", { items: "Tea" });
  if (kept === undefined) throw new Error("no question came");
  service.faults.add({ kind: "status", status: 500, times: 3 });
  note(await admin.press(kept, "Log order"));
  service.faults.add({ kind: "status", status: 429, resetSeconds: 23, times: 9 });
  await ask(admin, "calendar", {});
  service.faults.clear();
  service.revokeToken();
  await ask(admin, "link status", {});
  service.issueToken(service.token);
  const refused = await linkWith("not-the-key-of-this-workspace");
  if (refused !== undefined) note(await admin.press(refused, "Try again"));

  const question = await ask(admin, "link remove", { everything: true });
  if (question !== undefined) note(await admin.press(question, "Delete everything"));
  await ask(admin, "calendar", {});
  await ask(admin, "help", {});
  await ask(admin, "link status", {});
  await linkWith(service.token);
  await until("every answer is final", () => admin.read().every(({ thinking }) => !thinking));
  return { paths, messages: [...messages, ...admin.read(), ...stranger.read()], forms };
}
