import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType as Option,
  ApplicationCommandType,
  ComponentType,
  PermissionFlagsBits,
} from "discord-api-types/v10";
import { expect, test } from "vitest";
import { openCafe } from "../../src/start/playground-cafe.ts";
import { setUpPlayground } from "../../src/start/playground-setup.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { getCustomIdName } from "../../src/interactions/custom-id.ts";
import {
  type OptionInput,
  type Person,
  PersonError,
  playgroundIds,
  type SeenMessage,
} from "../../playground/discord/index.ts";
import type { Outcome, SeenField, SeenForm } from "../../playground/discord/member-types.ts";
import type { Exchange, Fault } from "../../playground/service/index.ts";
import { createRandom } from "../../playground/service/random.ts";
import { commandOptions, samplesOf } from "../support/access/command-options.ts";
import { jobs } from "../support/all-jobs.ts";
import { fillIn, onePixel } from "../support/fill-in.ts";
import { type Harness, jobTools, startHarness } from "../support/harness.ts";
import { createPauseClock } from "../support/rest-reports.ts";

const seeds = (process.env["WALKER_SEEDS"] ?? "4 104 204").split(" ").map(Number);
const steps = Number(process.env["WALKER_STEPS"] ?? 300);

const { guildId, ada, theo, mia, noor, sam, adminRole, managerRole, staffRole } = playgroundIds;
/** Those who may do most come most often. */
const people = [ada, ada, ada, theo, theo, theo, mia, noor, sam];
const names: Readonly<Record<string, string>> = {
  [ada]: "Ada",
  [theo]: "Theo",
  [mia]: "Mia",
  [noor]: "Noor",
  [sam]: "Sam",
};
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
// A Wednesday.
const start = Temporal.Instant.from("2026-11-18T10:24:00Z").epochMilliseconds;

/** What somebody may type anywhere. */
const typed = [
  ..."🙂|1|-3|0|30|me|nobody|tomorrow|last week|2026-11-20|Monday|09:00|25:99|30 min|1h|0 9 * * 1".split("|"),
  ..."Berlin|Europe/London|Noor|Theo|latte|lanterns|create_report|1, 2|@everyone|a`b`**c**".split("|"),
  "2 x Latte\nCroissant",
  "||x|| [a](http://a.b)",
  "\u202Eabc",
  "x".repeat(90),
];
const always = { times: Number.MAX_SAFE_INTEGER } as const;
// The wait is longer than anyone has for an answer.
const serviceFaults: readonly Fault[] = [
  { kind: "status", status: 500, ...always },
  { kind: "status", status: 403, ...always },
  { kind: "status", status: 404, ...always },
  { kind: "status", status: 429, resetSeconds: 600, ...always },
  { kind: "status", status: 500, operation: "getActivity", ...always },
  { kind: "cut", ...always },
  { kind: "cut", when: "after", ...always },
  { kind: "nonsense", form: "html", ...always },
  { kind: "nonsense", form: "wrong-shape", ...always },
  { kind: "wrong-records", ...always },
  { kind: "wrong-records", count: Number.MAX_SAFE_INTEGER, ...always },
  { kind: "loose-types", ...always },
  { kind: "bare", ...always },
  { kind: "empty", ...always },
  { kind: "unsuccessful", ...always },
  { kind: "dates", form: "epoch", ...always },
  { kind: "pages", size: 3, form: "cut", ...always },
];
const roleSets = [[], [staffRole], [managerRole], [adminRole], [staffRole, managerRole]];
const { EmbedLinks, ReadMessageHistory, SendMessages, ViewChannel } = PermissionFlagsBits;

interface Control {
  readonly message: SeenMessage;
  readonly customId: string;
  readonly label: string;
  use(person: Person): Promise<Outcome>;
}

/** Takes random steps as five people and as the world around them. */
class Walk {
  readonly wrong: string[] = [];
  /** What happened last, the newest at the end. */
  readonly #told: string[] = [];
  readonly #harness: Harness;
  readonly #random: () => number;
  readonly #firstToken: string;
  /** How often each command and kind of control was used. */
  readonly #uses = new Map<string, number>();
  readonly #writesOf = new Map<string, number>();
  /** By message and custom id: when it was shown, until it was used. */
  readonly #shown = new Map<string, number>();
  readonly #forms: { readonly discordUserId: string; readonly form: SeenForm }[] = [];
  #writes: Exchange[] = [];
  #logged: number;
  /** Something other than a press may have changed what people were shown. */
  #change = 0;
  #discordFails = false;
  /** Who goes on with what they were shown. */
  #busy: Person | undefined;

  constructor(harness: Harness, seed: number) {
    this.#harness = harness;
    this.#random = createRandom(seed);
    this.#firstToken = harness.service.token;
    this.#logged = harness.logs.length;
    harness.service.onExchange((exchange) => {
      if (exchange.method !== "GET") this.#writes.push(exchange);
    });
  }

  async step(): Promise<void> {
    const { clock } = this.#harness;
    if (this.#chance(0.13)) await this.#changeWorld();
    else await this.#act().catch(expectPersonError);
    clock.advance(4_000 + Math.floor(this.#random() * 15_000));
    await this.#runJobs("everyMs");
    this.#checkLog();
  }

  /** All works again, for half a day. */
  async settle(): Promise<void> {
    this.#note("all is well");
    this.#repairService();
    this.#repairDiscord();
    const { app, clock, discord } = this.#harness;
    for (let turn = 0; turn < 60; turn += 1) {
      clock.advance(11 * minuteMs);
      await this.#runJobs("everyMs", "cron");
      this.#checkLog();
    }
    const { deliveries, outbox } = app.ctx.store;
    const waiting = [
      ...(await outbox.due(Number.MAX_SAFE_INTEGER, 100)),
      ...(await deliveries.ready(Number.MAX_SAFE_INTEGER, 100)),
    ];
    if (waiting.length > 0) this.#blame(`still waits: ${JSON.stringify(waiting)}`);
    for (const { id } of this.#guild().channels) {
      const posts = discord
        .messagesIn(id)
        .filter(({ author, asked, embeds }) => author.bot && asked === undefined && embeds.length > 0);
      for (const [text, same] of Map.groupBy(posts, (post) => post.text))
        if (same.length > 1) this.#blame(`posted ${same.length} times: ${text}`);
    }
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }
  #pick<T>(all: readonly T[]): T {
    const chosen = all[Math.floor(this.#random() * all.length)];
    if (chosen === undefined) throw new PersonError("there is nothing to choose from");
    return chosen;
  }
  /** Of a few the one that was used least, so that everything has its turn. */
  #pickRare<T>(all: readonly T[], nameOf: (each: T) => string): T {
    const uses = (each: T): number => this.#uses.get(nameOf(each)) ?? 0;
    const few = Array.from({ length: 4 }, () => this.#pick(all));
    const chosen = few.reduce((rarest, each) => (uses(each) < uses(rarest) ? each : rarest));
    this.#uses.set(nameOf(chosen), uses(chosen) + 1);
    return chosen;
  }
  #note(what: string): void {
    this.#told.push(what);
    if (this.#told.length > 25) this.#told.shift();
  }
  #blame(what: string): void {
    this.wrong.push([what, ...this.#told].join("\n  "));
  }

  #guild(id = guildId) {
    const guild = this.#harness.discord.guilds.find((each) => each.id === id);
    if (guild === undefined) throw new Error("the guild is gone");
    return guild;
  }
  #anyChannel = (): string => this.#pick(this.#guild().channels).id;
  #anyMember = (): string => this.#pick(this.#guild().members).discordUserId;
  #anyRole = (): string => this.#pick(this.#guild().roles).id;

  #anyPerson(): Person {
    const { discord } = this.#harness;
    if (this.#busy !== undefined && this.#chance(0.55)) return this.#busy;
    const discordUserId = this.#pick(people);
    if (this.#chance(0.07)) return discord.inPrivate(discordUserId);
    return discord.as(discordUserId, this.#anyChannel());
  }

  async #act(): Promise<void> {
    const person = this.#anyPerson();
    const isBusy = person === this.#busy;
    this.#busy = undefined;
    if (this.#chance(isBusy ? 0.1 : 0.4)) return this.#runCommand(person);
    if (this.#chance(0.03)) return void person.say(this.#pick(["2 lattes and a bun for Zoë", ...typed]));
    const old = this.#forms.length > 0 && this.#chance(0.05) ? this.#pick(this.#forms) : undefined;
    if (old !== undefined)
      return this.#submit(this.#harness.discord.as(old.discordUserId, this.#anyChannel()), old.form);
    const seen = person.read();
    const controls = (this.#chance(0.7) ? seen.slice(-3) : seen).flatMap((message) =>
      this.#controlsOf(message),
    );
    if (controls.length === 0) return this.#runCommand(person);
    const rare = this.#pickRare(controls, ({ customId }) => getCustomIdName(customId));
    const confirm = controls.find(
      ({ message, customId }) => message.id === rare.message.id && customId.includes(".confirm"),
    );
    const control = confirm !== undefined && this.#chance(0.3) ? confirm : rare;
    const what = `presses ${control.label} (${control.customId})`;
    await this.#follow(person, await this.#interact(person, what, () => control.use(person), control));
  }

  #controlsOf(message: SeenMessage): readonly Control[] {
    const buttons = message.buttons.flatMap(({ customId, disabled, label }) =>
      customId === undefined || disabled
        ? []
        : [{ message, customId, label, use: (person: Person) => person.press(message, customId) }],
    );
    const menus = message.selects
      .filter(({ disabled }) => !disabled)
      .map(({ customId, placeholder = "", ...menu }) => ({
        message,
        customId,
        label: placeholder,
        use: (person: Person) => person.choose(message, customId, this.#chooseIn(menu)),
      }));
    return [...buttons, ...menus];
  }

  #chooseIn(menu: Pick<SeenMessage["selects"][number], "type" | "options" | "minValues">): readonly string[] {
    if (menu.minValues === 0 && this.#chance(0.2)) return [];
    // In an order that no random id decides.
    const options = menu.options.toSorted((a, b) => a.label.localeCompare(b.label));
    return [this.#entityFor(menu.type) ?? this.#pick(options).value];
  }
  #entityFor(type: ComponentType): string | undefined {
    if (type === ComponentType.UserSelect) return this.#anyMember();
    if (type === ComponentType.RoleSelect) return this.#anyRole();
    return type === ComponentType.ChannelSelect ? this.#anyChannel() : undefined;
  }

  async #runCommand(person: Person): Promise<void> {
    const command = this.#pickRare(person.commands(), ({ name }) => `/${name}`);
    const { name } = command;
    if (command.type === ApplicationCommandType.User) {
      const whom = this.#anyMember();
      const outcome = await this.#interact(person, name, () => person.runOnUser(name, whom));
      return this.#follow(person, outcome);
    }
    if (command.type === ApplicationCommandType.Message) {
      const { id } = this.#pick(person.read().slice(-8));
      return this.#follow(person, await this.#interact(person, name, () => person.runOnMessage(name, id)));
    }
    const subcommands = (command.options ?? []).filter(({ type }) => type === Option.Subcommand);
    const sub =
      subcommands.length === 0
        ? undefined
        : this.#pickRare(subcommands, (each) => `/${command.name} ${each.name}`);
    const path = sub === undefined ? name : `${name} ${sub.name}`;
    // The commands have no groups of subcommands.
    const declared = ((sub && "options" in sub ? sub.options : sub ? [] : command.options) ??
      []) as readonly APIApplicationCommandBasicOption[];
    const options = await this.#fillOptions(person, path, declared);
    const what = `/${path} ${JSON.stringify(options).slice(0, 300)}`;
    await this.#follow(person, await this.#interact(person, what, () => person.run(path, options)));
  }

  async #fillOptions(
    person: Person,
    path: string,
    declared: readonly APIApplicationCommandBasicOption[],
  ): Promise<Readonly<Record<string, OptionInput>>> {
    const samples = {
      ...samplesOf(this.#harness.service, () => "none"),
      memberId: this.#anyMember(),
      freeMemberId: this.#anyMember(),
      roleId: this.#anyRole(),
      channelId: this.#anyChannel(),
      postChannelId: this.#anyChannel(),
      scheduleId: "none",
    };
    const options: Record<string, OptionInput> = this.#chance(0.6)
      ? { ...commandOptions[path]?.(samples) }
      : {};
    for (const option of declared) {
      const isThere = options[option.name] !== undefined;
      if (isThere ? this.#chance(0.8) : option.required !== true && this.#chance(0.7)) continue;
      options[option.name] = await this.#valueFor(person, path, option);
    }
    return options;
  }

  async #valueFor(
    person: Person,
    path: string,
    option: APIApplicationCommandBasicOption,
  ): Promise<OptionInput> {
    if ("choices" in option && option.choices !== undefined && option.choices.length > 0)
      return this.#pick<{ readonly value: string | number }>(option.choices).value;
    switch (option.type) {
      case Option.User:
      case Option.Mentionable:
        return this.#anyMember();
      case Option.Role:
        return this.#anyRole();
      case Option.Channel:
        return this.#anyChannel();
      case Option.Boolean:
        return this.#chance(0.5);
      case Option.Attachment:
        return onePixel;
      case Option.Integer:
      case Option.Number: {
        const { min_value: least = 0, max_value: most = 200 } = option;
        return Math.floor(least + this.#random() * Math.min(200, most - least + 1));
      }
      case Option.String: {
        const begun = this.#chance(0.5) ? "" : this.#pick(typed);
        if (!("autocomplete" in option) || !option.autocomplete || this.#chance(0.3))
          return begun || this.#pick(typed);
        const suggested = await person.suggest(path, {}, { name: option.name, value: begun });
        return suggested.length === 0 ? begun || "x" : this.#pick(suggested).value;
      }
      default:
        return option satisfies never;
    }
  }

  /** Most forms are sent, some later or twice. */
  async #follow(person: Person, outcome: Outcome): Promise<void> {
    if (outcome.kind !== "form") return;
    if (this.#chance(0.15)) this.#forms.push({ discordUserId: person.discordUserId, form: outcome.form });
    if (this.#chance(0.85)) await this.#submit(person, outcome.form);
  }
  async #submit(person: Person, form: SeenForm): Promise<void> {
    const known = form.fields.flatMap((field) => {
      const value = field.required || this.#chance(0.6) ? this.#fillField(field) : undefined;
      return value === undefined || value.length === 0 ? [] : [[field.customId, value] as const];
    });
    const values = fillIn(form, Object.fromEntries(known));
    const what = `sends “${form.title}” ${JSON.stringify(values).slice(0, 300)}`;
    await this.#interact(person, what, () => person.submit(form, values));
  }
  #fillField({ customId, type, value, options }: SeenField): string | readonly string[] | undefined {
    const { service } = this.#harness;
    if (customId === "key" && this.#chance(0.8)) return service.token;
    if (customId === "workspace-id" && this.#chance(0.8)) return service.workspaceId;
    const entity = this.#entityFor(type);
    if (entity !== undefined) return [entity];
    if (type === ComponentType.TextInput) return this.#chance(0.4) ? value : this.#pick(typed);
    if (type === ComponentType.RadioGroup) return this.#pick(options).value;
    return options.length === 0 || type === ComponentType.FileUpload
      ? undefined
      : [this.#pick(options).value];
  }

  /** One interaction, and what has to hold of each. @throws PersonError if Discord doesn't let them */
  async #interact(
    person: Person,
    what: string,
    act: () => Promise<Outcome>,
    control?: Control,
  ): Promise<Outcome> {
    const before = new Map(person.read().map((message) => [message.id, message]));
    const key = control === undefined ? "" : `${control.message.id} ${control.customId}`;
    const isQuiet = this.#isWell() && this.#shown.get(key) === this.#change;
    this.#shown.delete(key);
    this.#writes = [];
    const outcome = await act();
    const fresh = person.read().filter((message) => before.get(message.id) !== message);
    const text = fresh.map((message) => message.text).join("\n");
    this.#note(`${names[person.discordUserId]} ${what}: ${outcome.kind} ${text.slice(0, 200)}`);

    if (outcome.kind === "failed" && !this.#discordFails) this.#blame(`no answer: ${outcome.reason}`);
    if (text.includes("Something broke on our side")) this.#blame("something broke");
    if (control !== undefined && text.includes("I only work in servers, so"))
      this.#blame("a control that can't be used where it is");
    if (isQuiet && /older message|too old|expired/.test(text)) this.#blame("a dead end");
    this.#checkWrites(control);
    const own = fresh.filter(({ asked }) => asked?.discordUserId === person.discordUserId);
    await this.#checkSecrecy(person, own.map((message) => message.text).join("\n"));

    // These end what else is open.
    if (/forget|link|access|connect|import/.test(key)) this.#change += 1;
    for (const message of fresh)
      for (const { customId } of this.#controlsOf(message))
        this.#shown.set(`${message.id} ${customId}`, this.#change);
    if (fresh.some((message) => this.#controlsOf(message).length > 0)) this.#busy = person;
    return outcome;
  }

  #isWell(): boolean {
    const { faults, token } = this.#harness.service;
    return !this.#discordFails && faults.active.length === 0 && token === this.#firstToken;
  }

  #checkWrites(control: Control | undefined): void {
    const effective = this.#writes.filter(
      ({ status, fault }) => status === undefined || status < 300 || fault === "cut",
    );
    if (this.#writes.length > 0 && control === undefined) this.#blame("a write that nobody confirmed");
    if (control === undefined || effective.length === 0) return;
    const writes = (this.#writesOf.get(control.customId) ?? 0) + effective.length;
    this.#writesOf.set(control.customId, writes);
    if (writes > 1) this.#blame(`wrote ${writes} times`);
  }

  /** @param text of answers to this person */
  async #checkSecrecy({ discordUserId, channelId }: Person, text: string): Promise<void> {
    const { app, service } = this.#harness;
    const { channels, members } = this.#guild();
    if (discordUserId === ada || !channels.some(({ id }) => id === channelId)) return;
    const held = members.find((member) => member.discordUserId === discordUserId)?.roleIds ?? [];
    const mapped = await app.ctx.store.accessRoles.list(guildId);
    const tiers = mapped.flatMap(({ roleId, tier }) => (held.includes(roleId) ? [tier] : []));
    // Whoever manages the server may be an admin.
    if (held.includes(adminRole) || tiers.includes("admin") || tiers.includes("manager")) return;
    const comments = [...service.state.banComments.values()].flat().map(({ body }) => String(body));
    if (comments.some((comment) => comment.length > 8 && text.includes(comment)))
      this.#blame("shows a comment on a ban");
    const whose = /^(\w+)'s week/m.exec(text)?.[1];
    if (whose !== undefined && whose !== names[discordUserId]) this.#blame("shows someone else's week");
    if (!tiers.includes("staff") && /(?<!<)#1\d{3}|Your week:|Most minutes|Week of/.test(text))
      this.#blame("shows what is for staff");
  }

  async #runJobs(...kinds: readonly ("everyMs" | "cron")[]): Promise<void> {
    this.#writes = [];
    const tools = jobTools(this.#harness.app);
    for (const job of jobs) if (kinds.some((kind) => kind in job.schedule)) await runJob(job, tools);
    if (this.#writes.length > 0) this.#blame("a job wrote something");
  }

  #checkLog(): void {
    const { logs } = this.#harness;
    for (const line of logs.slice(this.#logged))
      // What can't be understood at all is for who runs the bot.
      if (/^\{"level":"(error|fatal)"/.test(line) && !line.includes('"name":"ContractError"'))
        this.#blame(`an error: ${line}`);
    this.#logged = logs.length;
  }

  async #changeWorld(): Promise<void> {
    this.#change += 1;
    const { app, discord, service } = this.#harness;
    const changes: readonly (readonly [weight: number, what: string, change: () => unknown])[] = [
      [3, "minutes pass", () => this.#pass(minuteMs * (1 + Math.floor(this.#random() * 30)))],
      [3, "hours pass", () => this.#pass(hourMs * (1 + Math.floor(this.#random() * 8)))],
      [3, "a day passes", () => this.#pass(dayMs)],
      [1, "a week passes", () => this.#pass(7 * dayMs)],
      [
        3,
        "the next post is due",
        async () =>
          this.#pass(
            Math.max(0, ((await app.ctx.store.schedules.nextDueAt()) ?? 0) - this.#harness.clock.now()),
          ),
      ],
      [5, "the service fails", () => service.faults.add(this.#pick(serviceFaults))],
      [1, "the key is revoked", () => service.revokeToken()],
      [1, "the key is replaced", () => service.issueToken()],
      [8, "the service works", () => this.#repairService()],
      [4, "Discord fails", () => this.#failDiscord()],
      [4, "Discord works", () => this.#repairDiscord()],
      [3, "someone has other roles", () => this.#changeRoles()],
      [1, "someone leaves", () => this.#removeMember()],
      [
        0.5,
        "a channel is deleted",
        () => this.#guild().channels.length > 2 && discord.deleteChannel(this.#anyChannel()),
      ],
      [3, "the bot is restarted", () => this.#harness.restart()],
      [1, "a user is deleted", () => this.#deleteUser()],
      [0.5, "all posts are deleted", () => service.state.posts.clear()],
      [0.5, "all orders are deleted", () => service.state.orders.clear()],
      [0.5, "the workspace is renamed", () => (service.state.workspace.name = "_Harbour_ @everyone")],
    ];
    let left = this.#random() * changes.reduce((sum, [weight]) => sum + weight, 0);
    const [, what, change] = changes.find(([weight]) => (left -= weight) < 0) ?? changes[0] ?? [];
    this.#note(what ?? "");
    await change?.();
  }

  async #pass(byMs: number): Promise<void> {
    this.#harness.clock.advance(byMs);
    await this.#runJobs("everyMs", "cron");
  }
  #repairService(): void {
    this.#harness.service.faults.clear();
    this.#harness.service.issueToken(this.#firstToken);
  }
  #failDiscord(): void {
    const { faults, ...discord } = this.#harness.discord;
    this.#discordFails = true;
    const members = this.#guild().members;
    this.#pick([
      () =>
        faults.takePermission(
          this.#anyChannel(),
          this.#pick([SendMessages, ViewChannel, EmbedLinks, ReadMessageHistory]),
        ),
      () => faults.failRequests({ status: "502-after", pathPart: "/messages", times: 3 }),
      () => faults.failRequests({ status: "cut-after", pathPart: "/messages", times: 2 }),
      () => faults.failRequests({ status: 500, pathPart: "/channels/", times: 5 }),
      () => faults.limitPins(0),
      () => members.forEach(({ discordUserId }) => discord.refusePrivateMessages(discordUserId)),
    ])();
  }
  #repairDiscord(): void {
    const { discord } = this.#harness;
    this.#discordFails = false;
    discord.faults.clear();
    discord.faults.restorePermissions();
    for (const { discordUserId } of this.#guild().members)
      discord.refusePrivateMessages(discordUserId, false);
  }
  #changeRoles(): void {
    const { discord } = this.#harness;
    const id = this.#pick([theo, mia, noor, sam]);
    const roleIds = this.#pick(roleSets);
    if (this.#guild().members.some(({ discordUserId }) => discordUserId === id))
      discord.setRoles(guildId, id, roleIds);
    else
      discord.addMember(guildId, { id, username: `back-${id}`, displayName: names[id] ?? "" }, { roleIds });
  }
  #removeMember(): void {
    const leaving = this.#anyMember();
    if (leaving !== ada) this.#harness.discord.removeMember(guildId, leaving);
  }
  #deleteUser(): void {
    const { users, assignments } = this.#harness.service.state;
    const userId = this.#pick([...users.keys()]);
    users.delete(userId);
    assignments.delete(userId);
  }
}

/** A random step may be one that Discord doesn't let people take, or a form that nothing fits in. */
function expectPersonError(error: unknown): void {
  if (!(error instanceof PersonError) && !String(error).includes("nothing is known to put into")) throw error;
}

test.each(seeds)("whatever people and the world do, nothing breaks (seed %i)", async (seed) => {
  await using harness = await startHarness({
    linked: false,
    isAtWork: true,
    withJobs: false,
    guarded: false,
    pauseClock: createPauseClock(),
    realNow: () => start,
  });
  const cafe = {
    ...harness,
    isFaulty: () => false,
    backdate: <T>(_atMs: number, act: () => Promise<T>) => act(),
    close: async () => undefined,
  };
  await setUpPlayground(harness.app.ctx, cafe);
  await openCafe(harness.app, cafe);
  const walk = new Walk(harness, seed);
  for (let step = 0; step < steps && walk.wrong.length === 0; step += 1) await walk.step();
  await walk.settle();
  expect(walk.wrong).toEqual([]);
});
