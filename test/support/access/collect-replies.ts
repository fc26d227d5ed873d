import type { OperationName } from "../../../src/api/contract/index.ts";
import { commands, features, joinSettings } from "../../../commands/index.ts";
import { type DiscordEmulator, type Person, playgroundIds } from "../../../playground/discord/index.ts";
import type { FormInput, Outcome, SeenForm, SeenMessage } from "../../../playground/discord/member-types.ts";
import type { Exchange, ServiceEmulator } from "../../../playground/service/index.ts";
import { type Options, optionsOf, samplesOf } from "./command-options.ts";
import { fillIn, onePixel } from "../fill-in.ts";
import { menuOf } from "../replies.ts";
import { soon, until } from "../wait-for.ts";

/** All that the bot showed, each as it first appeared. */
export interface EveryAnswer {
  /** The commands that were run; menus by their names. */
  readonly paths: ReadonlySet<string>;
  readonly messages: readonly SeenMessage[];
  readonly forms: readonly SeenForm[];
  /** What the service was asked while a command, or a control of its answers, was at work. */
  readonly asked: ReadonlyMap<string, ReadonlySet<OperationName>>;
}

type Values = Readonly<Record<string, FormInput>>;

const { ada, theo, sam, noor, orders, calendar, managers, managerRole, starRole } = playgroundIds;
/** These change who may do what, or take the workspace away. */
const lastOfAll: ReadonlySet<string> = new Set(["access set"]);

/**
 * Runs every command as an admin, presses each button of each answer, and meets the usual refusals.
 * @param lacking the commands that aren't run, because the workspace has nothing for them
 */
export async function collectEveryAnswer(
  discord: DiscordEmulator,
  service: ServiceEmulator,
  lacking: ReadonlySet<string> = new Set(),
): Promise<EveryAnswer> {
  const admin = discord.as(ada, orders);
  const stranger = discord.as(sam, orders);
  const manager = discord.as(theo, managers);
  const messages: SeenMessage[] = [];
  const forms: SeenForm[] = [];
  const asked = new Map<string, Set<OperationName>>();
  /** The newest first. */
  const begun: { readonly at: number; readonly path: string }[] = [];
  // A request that was given up on a busy machine may be answered while the next command is at work.
  const endListening = service.onExchange((exchange) => {
    const { operation, durationMs } = exchange;
    // In whole milliseconds.
    const arrivedAt = performance.now() - durationMs + 1;
    const running = begun.find(({ at }) => at <= arrivedAt);
    if (operation !== undefined && running !== undefined) asked.get(running.path)?.add(operation);
    noteReading(exchange);
  });
  /** What the bot reads of someone after a gift, once it has answered: first the one, then the other. */
  const readings: { readonly userId: string; next: "getAssignments" | "getActivity" }[] = [];
  function noteReading({ operation, path, status }: Exchange): void {
    const userId = path.split("/").at(-1) ?? "";
    if (operation === "giftActivity" && status === 200) readings.push({ userId, next: "getAssignments" });
    const reading = readings.find((each) => each.userId === userId && each.next === operation);
    if (reading?.next === "getActivity") readings.splice(readings.indexOf(reading), 1);
    else if (reading !== undefined) reading.next = "getActivity";
  }

  const begin = (path: string): void => {
    service.resetRateLimit();
    if (!asked.has(path)) asked.set(path, new Set());
    begun.unshift({ at: performance.now(), path });
  };
  /** A form is sent as it opened, or with other values in it. */
  const note = async (person: Person, outcome: Outcome, values: Values = {}): Promise<SeenMessage> => {
    if (outcome.kind === "failed") throw new Error(`the bot gave no answer: ${outcome.reason}`);
    if (outcome.kind === "form") {
      forms.push(outcome.form);
      return note(
        person,
        await person.submit(outcome.form, fillIn(outcome.form, { channel: [orders], ...values })),
      );
    }
    messages.push(outcome.message);
    // Before anything else is asked. A week that is about to end isn't read.
    if (!(await soon(() => readings.length === 0, 10_000))) readings.splice(0);
    return outcome.message;
  };
  const run = async (path: string, options: Options = {}, values?: Values): Promise<SeenMessage> => {
    begin(path);
    return note(admin, await admin.run(path, options), values);
  };
  const press = async (message: SeenMessage, label: string, values?: Values): Promise<SeenMessage> =>
    note(admin, await admin.press(message, label), values);
  /** Asks again for each button, since a pressed one may remove the preview. */
  const pressEach = async (ask: () => Promise<SeenMessage>): Promise<void> => {
    for (const { label } of pressable(await ask())) {
      const message = await ask();
      if (pressable(message).some((each) => each.label === label)) await press(message, label);
    }
  };
  const chooseIn = async (message: SeenMessage, value: string): Promise<SeenMessage> =>
    note(admin, await admin.choose(message, menuOf(message), [value]));
  const openSetting = async (setting: string): Promise<SeenMessage> =>
    chooseIn(await run("settings"), setting);
  const options = async (path: string): Promise<Options> =>
    optionsOf(path, {
      ...samplesOf(service),
      memberId: theo,
      freeMemberId: noor,
      roleId: managerRole,
      channelId: orders,
      postChannelId: calendar,
      scheduleId: "none",
    });
  const runEach = async (path: string): Promise<void> =>
    pressEach(async () => run(path, await options(path)));

  // What many of the others need.
  for (const setting of ["managers-channel", "requests"])
    await chooseIn(await openSetting(setting), managers);
  await press(await openSetting("zone"), "Search…", { zone: "Europe/Berlin" });
  await press(await run("schedule add", await options("schedule add")), "Add schedule");

  const paths = commands.flatMap((command) =>
    command.kind === "slash"
      ? [...command.handlers.keys()].map((sub) => `${command.json.name} ${sub}`.trim())
      : [],
  );
  await connectPeople();
  await askForTime();
  for (const path of paths) if (!lastOfAll.has(path) && !lacking.has(path)) await runEach(path);
  await showWhatDiffers();
  await changeSettings();
  await changeLinks();
  await checkPerson();
  await openSchedules();
  await setUp();
  await useMenus();
  await meetRefusals();
  await pressEach(() => run("access set", { role: managerRole, tier: "staff" }));
  await loseTheLink();
  await until("every answer is final", () => admin.read().every(({ thinking }) => !thinking));
  endListening();
  return {
    paths: new Set(asked.keys()),
    messages: [...messages, ...admin.read(), ...stranger.read(), ...manager.read()],
    forms,
    asked,
  };

  /** One is declined, one approved, one connected by a manager. */
  async function connectPeople(): Promise<void> {
    const { freeUserId, userId } = samplesOf(service);
    for (const label of ["Decline", "Approve"]) {
      await press(await run("account connect", { user: userId }), "Ask for approval");
      await run("profile");
      const card = manager.read().at(-1);
      if (card === undefined) throw new Error("nobody was asked");
      await note(manager, await manager.press(card, label), { reason: "Not **them**" });
    }
    await press(await run("account connect", { user: freeUserId, person: noor }), "Connect");
  }

  /** One is declined, one approved as it is, one with another length, and one waits. */
  async function askForTime(): Promise<void> {
    const [giver = ""] = [...service.state.users.keys()].slice(-2);
    await press(await run("account connect", { user: giver, person: theo }), "Connect");
    for (const [label, minutes] of [
      ["Decline…", "30"],
      ["Approve", "40"],
      ["Change", "50"],
    ] as const) {
      await run("request time", {}, { minutes, reason: "Forgot **it**", proof: [onePixel] });
      const card = manager.read().findLast(({ buttons }) => buttons.some((each) => each.label === label));
      if (card === undefined) throw new Error("nobody was asked for time");
      await note(manager, await manager.press(card, label), { reason: "Not **now**", minutes: "20" });
    }
    await run("request time", {}, { minutes: "60" });
    await press(await run("request list"), "Show mine");
  }

  /** Other answers of commands that were run already. */
  async function showWhatDiffers(): Promise<void> {
    await pressEach(() => run("order search"));
    await run("order search", { item: "no such thing" });
    await pressEach(() => run("order create", {}, { items: "2 x Latte\nCroissant" }));
    await pressEach(() => run("order create", { items: "Tea", customer: "nobody" }));
    await pressEach(() => run("role create", {}, { name: "Barista", permissions: "create_report" }));
    await pressEach(() => run("role create", { name: "Barista", permissions: "delete_sessions" }));
    await run("workspace settings", {}, { name: "Harbour Café" });
    await pressEach(() => run("posts"));
    await run("profile", { person: "nobody" });
    const free = [...service.state.users.keys()].at(-3) ?? "";
    const connecting = await press(await run("profile", { person: free }), "Connect…", { member: [sam] });
    await press(connecting, "Not now");
    await pressEach(() => run("audit"));
    const where = await press(await run("audit"), "Channel…");
    await note(admin, await admin.choose(where, menuOf(where), [orders]));
    await press(await press(await run("audit"), "Channel…"), "Turn off");
    const { userId, freeUserId } = samplesOf(service);
    await press(
      await press(await run("privacy"), "Forget someone else…", { person: freeUserId }),
      "Disconnect too",
    );
    await pressEach(async () => press(await run("privacy"), "Forget someone else…", { person: userId }));
    await pressEach(async () => press(await run("privacy"), "Forget me…"));
    await run("session create-server", { event: "no event" });
    await run("activity gift", { person: "me" });
    if (!lacking.has("taskboard show")) await useTaskboard();
    if (!lacking.has("bans")) await useBans();
  }

  async function useTaskboard(): Promise<void> {
    for (const label of ["All boards", "Automatic actions"])
      await pressEach(async () => press(await run("taskboard show"), label));
    const { actionId } = samplesOf(service);
    await pressEach(async () => chooseIn(await run("taskboard show"), samplesOf(service).boardId));
    const openAction = async (): Promise<SeenMessage> =>
      chooseIn(await press(await run("taskboard show"), "Automatic actions"), actionId);
    await pressEach(async () => press(await openAction(), "Delete…"));
  }

  async function useBans(): Promise<void> {
    const { banId, commentId } = samplesOf(service);
    const openComment = async (): Promise<SeenMessage> =>
      chooseIn(await run("bans", { ban: banId }), commentId);
    await pressEach(async () => press(await openComment(), "Delete…"));
  }

  /** Each in turn, with what undoes it; those that others need are as before in the end. */
  async function changeSettings(): Promise<void> {
    for (const { name } of joinSettings(features)) await pressEach(() => openSetting(name));
    for (const [setting, value] of [
      ["week-start", "sunday"],
      ["clock", "12-month"],
      ["orders", "completed"],
      ["history", "12"],
      ["pictures", "off"],
      ["requests", orders],
      ["managers-channel", orders],
      ["managers-channel", managers],
      ["requests", managers],
    ] as const)
      await pressEach(async () => chooseIn(await openSetting(setting), value));
    await press(await openSetting("zone"), "Search…", { zone: "Asia/Tokyo" });
    await press(await openSetting("zone"), "Search…", { zone: "Atlantis" });
    await press(await openSetting("zone"), "Search…", { zone: "Berlin" });
    await press(await openSetting("orders"), "Change the hours…", { hours: "soon" });
    await press(await openSetting("orders"), "Change the hours…", { hours: "48" });
    const rewards = { passed: [starRole] };
    await pressEach(async () => press(await openSetting("rewards"), "Choose roles…", rewards));
    await pressEach(() => openSetting("rewards"));
    await press(await openSetting("rewards"), "Choose roles…", { passed: [managerRole] });
  }

  async function changeLinks(): Promise<void> {
    await press(await run("link status"), "Machines…", { machines: "1, Kiosk" });
    await press(await run("link status"), "Machines…", { machines: "1, 2" });
    await press(await run("link status"), "Rename…", { name: "Harbour" });
    for (let time = 0; time < 2; time += 1)
      await pressEach(async () => chooseIn(await press(await run("link status"), "Channel…"), calendar));
  }

  async function checkPerson(): Promise<void> {
    const check = async (member: string) => chooseIn(await run("access show"), member);
    for (const detail of ["can", "cannot"]) await chooseIn(await check(theo), detail);
    await check(sam);
  }

  /** What the buttons of an opened schedule lead to. */
  async function openSchedules(): Promise<void> {
    const card = async (): Promise<SeenMessage> => {
      const list = await run("schedule list");
      const [menu] = list.selects;
      const value = menu?.options[0]?.value ?? "";
      return note(admin, await admin.choose(list, menu?.customId ?? "", [value]));
    };
    await press(await card(), "Preview");
    await press(await press(await press(await card(), "Pause"), "Resume"), "Pause");
    await press(await card(), "Resume");
    for (const label of ["Edit…", "Post now…"]) await pressEach(async () => press(await card(), label));
    await pressEach(async () => {
      const panel = await press(await card(), "Edit…");
      const later = await press(panel, "Other time…", { days: [], time: "", cron: "0 0 2 1 *" });
      return press(later, "Preview");
    });
    await pressEach(async () => press(await card(), "Remove…"));
  }

  /** Each step, and what its selects ask before they change something. */
  async function setUp(): Promise<void> {
    const choose = async (message: SeenMessage, placeholder: string, value: string): Promise<SeenMessage> => {
      const select = message.selects.find((each) => each.placeholder === placeholder);
      if (select === undefined) throw new Error(`there is no select "${placeholder}"`);
      return note(admin, await admin.choose(message, select.customId, [value]));
    };
    const goTo = async (step: string): Promise<SeenMessage> => {
      const message = await run("setup");
      // The one it begins with isn't among the others.
      const steps = message.selects.find(({ placeholder }) => placeholder === "Change another step");
      const isOther = steps?.options.some(({ value }) => value === step) === true;
      return isOther ? choose(message, "Change another step", step) : message;
    };
    for (const step of ["workspace", "staff", "managers", "managers-channel", "audit"]) await goTo(step);
    await press(await choose(await goTo("staff"), "Staff role", managerRole), "Not now");
    await press(await goTo("zone"), "Search…", { zone: "Europe" });
    await press(await choose(await goTo("posts"), "Where to post it", calendar), "Not now");
  }

  async function useMenus(): Promise<void> {
    begin("Profile");
    const profile = async (member: string) => note(admin, await admin.runOnUser("Profile", member));
    await pressEach(() => profile(ada));
    const gift = { duration: "30", messages: "", game: "" };
    await pressEach(async () => press(await profile(noor), "Gift…", gift));
    const connecting = { user: samplesOf(service).freeUserId };
    await pressEach(async () => press(await profile(sam), "Connect…", connecting));
    begin("Log order");
    const written = ["2 lattes and a bun for Zoë", "see you at 10"].map((text) => admin.say(text));
    for (const { id } of [textless(admin.read()), ...written])
      await pressEach(async () => note(admin, await admin.runOnMessage("Log order", id)));
    const receipt = await press(await run("order create", { items: "Tea" }), "Log order");
    // On one message, a second press of it is a double press.
    await pressEach(async () => press(await press(receipt, "Open order"), "Order again"));
  }

  async function meetRefusals(): Promise<void> {
    begin("help");
    await note(stranger, await stranger.run("help"));
    begin("order search");
    await note(stranger, await stranger.run("order search"));
    const kept = await run("order create", { items: "Tea" });
    service.faults.add({ kind: "status", status: 500, times: 3 });
    await press(kept, "Log order");
    service.faults.add({ kind: "status", status: 429, resetSeconds: 23, times: 9 });
    await run("calendar");
    service.faults.clear();
    service.revokeToken();
    await run("link status");
    service.issueToken(service.token);
    const linking = { "workspace-id": service.workspaceId, key: "not-the-key-of-this-workspace" };
    await press(await run("link set", {}, linking), "Try again", { ...linking, key: service.token });
  }

  async function loseTheLink(): Promise<void> {
    const remove = async () => press(await run("link status"), "Remove…");
    await press(await remove(), "Keep it");
    await press(await press(await remove(), "Delete everything…"), "Delete everything");
    for (const path of ["calendar", "help", "link status"]) await run(path);
    await run("link set", {}, { "workspace-id": service.workspaceId, key: service.token });
  }
}

function textless(messages: readonly SeenMessage[]): SeenMessage {
  const found = messages.find(({ content }) => content === "");
  if (found === undefined) throw new Error("there is no message without text");
  return found;
}

function pressable({ buttons }: SeenMessage): SeenMessage["buttons"] {
  return buttons.filter(({ disabled, url }) => !disabled && url === undefined);
}
