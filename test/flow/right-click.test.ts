// Depends on: transport, cache, wording.
import {
  type APIEmbed,
  type APISectionComponent,
  type APITextDisplayComponent,
  ComponentType,
} from "discord-api-types/v10";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds, type SeenForm, type SeenMessage } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, startHarness, isMadeUp } from "../support/harness.ts";
import { labelsOf, menuOf, newest, presentText, textOf, opened, shown } from "../support/replies.ts";

const { guildId, ada, mia, noor, sam, theo } = playgroundIds;
const noorsId = "186507743";
const miasId = "104872391";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  const { ctx } = harness.app;
  await connectAccount(ctx, {
    discordUserId: mia,
    userId: miasId,
    displayName: "Mia Bloom",
    memberName: "Mia",
  });
  await connectAccount(ctx, {
    discordUserId: noor,
    userId: noorsId,
    displayName: "Noor",
    memberName: "Noor",
  });
  await ctx.store.guildSettings.set(guildId, "managers-channel", playgroundIds.managers);
  // Whoever's profile is opened is called what the workspace says.
  const user = harness.service.state.users.get(miasId);
  if (user === undefined) throw new Error("the service doesn't know Mia");
  user.display_name = "Mia Bloom";
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  harness.clock.advance(61_000);
  harness.service.resetRateLimit();
});

const as = (name: "ada" | "theo" | "mia" | "noor" | "sam") => harness.as(name);
const valuesIn = ({ fields }: SeenForm) =>
  Object.fromEntries(fields.map(({ customId, value }) => [customId, value ?? ""]));
const posts = () => harness.service.requests.filter(({ method }) => method === "POST");

type Name = Parameters<typeof as>[0];
/** Presses a button of the profile that a right-click on a member opens. */
const pressOn = async (name: Name, member: string, label: string) =>
  as(name).press(shown(await as(name).runOnUser("Profile", member)), label);

describe("a right-click on a member", () => {
  test("leads to their assignments, for themselves and for managers", async () => {
    expect(textOf(await pressOn("theo", mia, "Assignments"))).toContain("Mia Bloom's week: ");
    const own = shown(await as("mia").runOnUser("Profile", mia));
    const { customId = "" } = own.buttons.find(({ label }) => label === "Assignments") ?? {};
    expect(textOf(await as("mia").press(own, customId))).toContain("Your week: ");
    const elsewhere = shown(await as("noor").run("help"));
    expect(textOf(await as("noor").forge.press(elsewhere, customId))).toContain("Only managers can");
    expect(textOf(await as("theo").runOnUser("Profile", sam))).toContain(`<@${sam}> isn't connected`);
  });

  test("gives them activity after a form and a preview, which can be changed", async () => {
    const form = opened(await pressOn("theo", mia, "Gift…"));
    expect(form.title).toBe("Gift activity");
    const wrong = shown(await as("theo").submit(form, { duration: "soon", messages: "", game: "" }));
    expect(wrong.text).toContain("I don't know how long “soon” is, so nothing was sent.");
    const fixed = opened(await as("theo").press(wrong, "Fix it"));
    expect(valuesIn(fixed)).toEqual({ duration: "soon", messages: "", game: "" });
    const preview = shown(
      await as("theo").submit(fixed, { duration: "half an hour", messages: "2", game: "" }),
    );
    expect(preview.text).toContain(`This counts for <@${mia}> this week`);
    expect(labelsOf(preview)).toEqual(["Gift activity", "Change", "Not now"]);
    const changed = opened(await as("theo").press(preview, "Change"));
    expect(valuesIn(changed)).toEqual({ duration: "30", messages: "2", game: "" });
    const again = shown(await as("theo").submit(changed, { duration: "45", messages: "", game: "Café" }));
    expect(again.text).toContain("45 min");
    const before = posts().length;
    expect(textOf(await as("theo").press(again, "Gift activity"))).toMatch(/^Gifted 45.min\n/);
    expect(posts().slice(before)).toHaveLength(1);
    expect(posts().at(-1)?.path).toContain(`/user/${miasId}`);
  });

  test("gives nothing to members who aren't connected, and nothing on behalf of staff", async () => {
    const unconnected = shown(await as("theo").runOnUser("Profile", sam));
    expect(unconnected.text).toContain(`<@${sam}> isn't connected`);
    expect(labelsOf(unconnected)).toEqual(["Connect…"]);
    const own = shown(await as("mia").runOnUser("Profile", mia));
    expect(labelsOf(own)).not.toContain("Gift…");
    expect(textOf(await as("mia").forge.press(own, `activity.gift.open:${miasId}`))).toContain(
      "Only managers can use this here",
    );
  });

  test("says so when Discord doesn't say whether they are still here", async () => {
    const unconnected = shown(await as("theo").runOnUser("Profile", sam));
    const roles = shown(await as("ada").run("access show"));
    harness.discord.faults.failRequests({ status: 500, times: 9, pathPart: `/members/${sam}` });
    const refusals = [
      await as("theo").press(unconnected, "Connect…"),
      await as("ada").choose(roles, menuOf(roles), [sam]),
    ].map(textOf);
    harness.discord.faults.clear();
    const sentence = new RegExp(
      `^Discord didn't say whether <@${sam}> is in this server.*Try again in a minute`,
    );
    expect(refusals).toEqual([expect.stringMatching(sentence), expect.stringMatching(sentence)]);
  });

  test("lets managers connect them, and members request it for themselves", async () => {
    const [userId = ""] = [...harness.service.state.users.keys()].filter(
      (id) => ![miasId, noorsId].includes(id),
    );
    const form = opened(await pressOn("theo", sam, "Connect…"));
    expect(form.title).toBe("Connect someone");
    const wrong = shown(await as("theo").submit(form, { user: "not/an/id" }));
    expect(wrong.text).toContain("nothing was sent");
    const fixed = opened(await as("theo").press(wrong, "Fix it"));
    const preview = shown(await as("theo").submit(fixed, { user: `https://example.com/users/${userId}` }));
    await as("theo").press(preview, "Connect");
    const { accounts } = harness.app.ctx.store;
    expect((await accounts.ofMember(guildId, sam))?.userId).toBe(userId);
    await accounts.disconnect(guildId, sam);

    const own = opened(await pressOn("theo", theo, "This is me"));
    expect(own.title).toBe("Connect yourself");
    const asked = shown(await as("theo").submit(own, { user: userId }));
    await as("theo").press(asked, "Ask for approval");
    expect(newest(harness.as("ada", "managers")).text).toContain(`<@${theo}>`);
  });

  test("keeps what was typed when the workspace can't be asked", async () => {
    const { service } = harness;
    const gift = opened(await pressOn("theo", mia, "Gift…"));
    service.faults.add({ kind: "status", status: 401, operation: "getActivity", times: 5 });
    const values = { duration: "30", messages: "2", game: "Café" };
    const refused = shown(await as("theo").submit(gift, values));
    expect(refused.text).toContain("no longer accepts this server's key");
    expect(valuesIn(opened(await as("theo").press(refused, "Try again")))).toEqual(values);
    service.faults.clear();

    const form = opened(await pressOn("theo", sam, "Connect…"));
    service.faults.add({ kind: "status", status: 429, resetSeconds: 23, operation: "getUser", times: 5 });
    const typed = "https://example.com/users/940000001";
    const told = shown(await as("theo").submit(form, { user: typed }));
    expect(told.text).toContain("Try again in 23 seconds");
    service.faults.clear();
    const again = opened(await as("theo").press(told, "Try again"));
    expect(valuesIn(again)["user"]).toBe(typed);
  });

  test("offers users with a similar name, and connects the chosen one", async () => {
    const { users } = harness.service.state;
    for (const [id, username] of [
      ["930000001", "twin_a"],
      ["930000002", "twin_b"],
    ] as const) {
      users.set(id, { type: "user", id, username, display_name: "Twin Name", avatar: {} });
      harness.service.state.activity.set(id, []);
      await as("theo").run("profile", { person: id });
    }
    const form = opened(await pressOn("theo", sam, "Connect…"));
    const listed = form.fields.find(({ customId }) => customId === "listed");
    expect(listed?.options.map(({ value }) => value)).toEqual(
      expect.arrayContaining(["930000001", "930000002"]),
    );
    const nobody = shown(await as("theo").submit(form, {}));
    expect(nobody.text).toContain("You didn't choose or type a name, so nothing was sent");
    const chosen = shown(
      await as("theo").submit(opened(await as("theo").press(nobody, "Fix it")), { listed: ["930000001"] }),
    );
    expect(chosen.text).toContain("930000001");
    const other = opened(await pressOn("theo", sam, "Connect…"));
    const question = shown(await as("theo").submit(other, { user: "twin name" }));
    expect(question.text).toContain("“twin name” matches more than one person");
    expect(labelsOf(question)).toEqual([
      "Twin Name · @twin_a · 930000001",
      "Twin Name · @twin_b · 930000002",
      "Fix it",
    ]);
    const preview = shown(await as("theo").press(question, "Twin Name · @twin_b · 930000002"));
    expect(preview.text).toContain("930000002");
    expect(labelsOf(preview)).toContain("Connect");
  });

  test("connects nobody already connected, no bot, and nobody for staff", async () => {
    const connect = async (name: Name, member: string) =>
      textOf(
        await as(name).forge.press(shown(await as(name).run("help")), `account.connect-member:${member}`),
      );
    expect(await connect("theo", mia)).toContain("is already connected");
    expect(await connect("theo", playgroundIds.applicationId)).toContain("is a bot");
    expect(await connect("mia", ada)).toContain("Only managers can use this here");
    expect(labelsOf(shown(await as("theo").runOnUser("Profile", mia)))).not.toContain("Connect…");
    expect(labelsOf(shown(await as("theo").runOnUser("Profile", playgroundIds.applicationId)))).toEqual([]);
    expect(labelsOf(shown(await as("mia").runOnUser("Profile", ada)))).toEqual([]);
  });
});

test("a bot has no profile, and so no assignments and no gifts", async () => {
  const told = shown(await as("theo").runOnUser("Profile", playgroundIds.applicationId));
  expect(told.text).toBe(`<@${playgroundIds.applicationId}> is a bot, not a person.`);
  expect(labelsOf(told)).toEqual([]);
});

describe("Log order on a message", () => {
  const say = (text: string, who: "noor" | "sam" = "noor") => as(who).say(text).id;
  const preview = async (text: string) => shown(await as("mia").runOnMessage("Log order", say(text)));
  const items = ["Flat white", "Cinnamon bun"];
  beforeAll(async () => {
    const question = shown(await as("mia").run("order create", { items: items.join(", ") }));
    await as("mia").press(question, "Log order");
  });

  test("previews what it reads, by the workspace's names", async () => {
    const question = await preview("Hi! 2 flat whites and a cinnamon bun for Mia Bloom, please");
    expect(question.text).toContain("• 2 × Flat white\n• Cinnamon bun");
    expect(question.text).toContain(`**Customer** <@${mia}>`);
    expect(question.text).not.toContain("couldn't read");
    expect(labelsOf(question)).toEqual(["Log order", "Change", "Not now"]);
    expect(textOf(await as("mia").press(question, "Log order"))).toMatch(/Order #\d+ logged/);
    const stored = [...harness.service.state.orders.values()].at(-1)?.order;
    expect(stored).toMatchObject({
      items: ["Flat white", "Flat white", "Cinnamon bun"],
      customer: miasId,
      submitted_by: miasId,
    });
  });

  test("accepts a mention, and the writer as “me”", async () => {
    expect((await preview(`a flat white for <@${mia}>`)).text).toContain(`**Customer** <@${mia}>`);
    expect((await preview("a flat white for me")).text).toContain(`**Customer** <@${noor}>`);
  });

  test("reads what a message forwards, whose writer nobody knows", async () => {
    const forwarded = async (text: string, by: "noor" | "sam" = "noor") => {
      const { id } = as(by).forward(say(text));
      return shown(await as("mia").runOnMessage("Log order", id));
    };
    const question = await forwarded("2 flat whites and a cinnamon bun");
    expect(question.text).toContain("• 2 × Flat white\n• Cinnamon bun");
    expect(question.text).not.toContain("Customer");
    const named = await forwarded("a flat white for Mia Bloom");
    expect(named.text).toContain(`**Customer** <@${mia}>`);
    expect((await forwarded("a flat white", "sam")).text).not.toMatch(/Customer|who wrote this/);
    const own = await forwarded("a flat white for me");
    expect(own.text).toContain("couldn't read: “for me”");
    expect(own.text).not.toContain("**Customer**");
  });

  const toldOf = async (messageId: string) => textOf(await as("mia").runOnMessage("Log order", messageId));
  const picture = { name: "menu.png", data: new Uint8Array(8), contentType: "image/png" };
  const sheet = { name: "orders.pdf", data: new Uint8Array(8), contentType: "application/pdf" };
  const voice = { name: "voice-message.ogg", data: new Uint8Array(8), contentType: "audio/ogg" };

  test.each([
    ["only a picture", { files: [picture] }],
    ["only 2 pictures", { files: [picture, { ...picture, name: "more.png" }] }],
    ["only a file and a picture", { files: [picture, sheet] }],
    ["only a voice message", { files: [voice], isVoice: true }],
    ["only a sticker", { sticker: "Wave" }],
    ["only a card", { cards: [{ image: { url: "https://pictures.example/menu.png" } }] }],
  ])("says what a message without text has, also where it is forwarded: %s", async (what, extras) => {
    const { id } = as("noor").say("", extras);
    for (const messageId of [id, as("noor").forward(id).id])
      expect(await toldOf(messageId)).toContain(`This message has no text, ${what}, so nothing was done.`);
  });

  test("says that a poll is one", async () => {
    const { id } = as("noor").say("", { poll: "2 lattes or 3?" });
    expect(await toldOf(id)).toContain("This message has no text, only a poll, so nothing was done.");
  });

  const cardOf = (parts: APIEmbed): APIEmbed => ({ title: "Order from the website", ...parts });
  test.each([
    ["in its description", "", cardOf({ description: "2 flat whites\nCinnamon bun" })],
    ["in its fields", "", cardOf({ fields: [{ name: "Items", value: "2 flat whites, cinnamon bun" }] })],
    [
      "below what pings someone",
      `<@&${playgroundIds.staffRole}>`,
      cardOf({ description: "2 flat whites, cinnamon bun" }),
    ],
  ])("reads another app's card, also where it is forwarded: %s", async (_where, text, card) => {
    const { id } = as("noor").say(text, { cards: [card] });
    for (const messageId of [id, as("noor").forward(id).id])
      expect(await toldOf(messageId)).toContain("• 2 × Flat white\n• Cinnamon bun");
  });

  test("reads what another app's message says in components, also where it is forwarded", async () => {
    const media = { url: "https://pictures.example/bun.png" };
    const text = (content: string): APITextDisplayComponent => ({ type: ComponentType.TextDisplay, content });
    const section: APISectionComponent = {
      type: ComponentType.Section,
      components: [text("Cinnamon bun")],
      accessory: { type: ComponentType.Thumbnail, media },
    };
    const { id } = as("noor").say("", {
      layout: [text("2 flat whites"), { type: ComponentType.Container, components: [section] }],
    });
    for (const messageId of [id, as("noor").forward(id).id])
      expect(await toldOf(messageId)).toContain("• 2 × Flat white\n• Cinnamon bun");
    const pictures = as("noor").say("", {
      layout: [{ type: ComponentType.MediaGallery, items: [{ media }] }],
    });
    expect(await toldOf(pictures.id)).toContain(
      "This message has no text, only a card, so nothing was done.",
    );
  });

  test("takes a guest who writes for themselves as the customer, and says so", async () => {
    const wrote = async (text: string, who: "noor" | "sam" = "sam") =>
      shown(await as("mia").runOnMessage("Log order", say(text, who))).text;
    const unknown = await wrote("a flat white, please");
    expect(unknown).toContain(
      `<@${sam}>, who wrote this, isn't connected to a workspace user, so the order has no customer.`,
    );
    expect(unknown).not.toContain("**Customer**");
    const account = {
      discordUserId: sam,
      userId: "104872399",
      displayName: "Sam O'Brien",
      memberName: "Sam",
    };
    await connectAccount(harness.app.ctx, account);
    const known = await wrote("a flat white, please");
    expect(known).toContain(`The customer is <@${sam}>, who wrote this.`);
    expect(known).toContain(`**Customer** <@${sam}>`);
    for (const text of ["a flat white for Mia Bloom", "a flat white for Bloom"])
      expect(await wrote(text)).toContain(`**Customer** <@${mia}>`);
    expect(await wrote("a flat white for Mia Bloom and a bun for Noor")).not.toContain("**Customer**");
    expect(await wrote("a flat white for Sam O’Brien", "noor")).toContain(`**Customer** <@${sam}>`);
    expect(await wrote("a flat white", "noor")).not.toMatch(/Customer|who wrote this/);
    harness.discord.faults.failRequests({ status: 403, pathPart: `/members/${sam}`, times: 1 });
    expect(await wrote("a flat white")).toContain(
      `Discord didn't say whether <@${sam}>, who wrote this, is staff`,
    );
    await harness.app.ctx.store.accounts.disconnect(guildId, sam);
  });

  test("names the limit where more is ordered", async () => {
    const told = await preview("1000 flat whites");
    expect(told.text).toMatch(/That's 1\s000 items, and an order can have at most 100\. Nothing was sent\./);
    expect(valuesIn(opened(await as("mia").press(told, "Fix it")))).toMatchObject({
      items: "1000 flat whites",
    });
    expect((await preview("60 flat whites, 41 cinnamon buns")).text).toContain("That's 101 items");
  });

  test("spells items as the options and the form do", async () => {
    const lines = "• 2 × Flat white\n• Cinnamon bun";
    expect((await preview("2 FLAT WHITES, a cinnamon bun")).text).toContain(lines);
    const options = shown(await as("mia").run("order create", { items: "2 flat whites, cinnamon buns" }));
    expect(options.text).toContain(lines);
    const form = opened(await as("mia").press(options, "Change"));
    expect(
      shown(await as("mia").submit(form, { items: "Flat whites\u00a0x2\na cinnamon bun" })).text,
    ).toContain(lines);
  });

  test("says what it couldn't read, and sends none of it", async () => {
    const question = await preview(`a flat white for Zoë, seat by the window. <@${sam}> knows **@everyone**`);
    expect(question.text).toContain(
      `🟧 I left out what I couldn't read: “seat by the window.”, “<@${sam}> knows \\@everyone”, “for Zoë”. Use *Change* to add it.`,
    );
    expect(question.pinged).toEqual({ discordUserIds: [], roleIds: [], everyone: false });
    expect(question.text).not.toContain("Customer");
    const form = opened(await as("mia").press(question, "Change"));
    expect(valuesIn(form)).toMatchObject({ items: "Flat white", customer: "", others: "" });
  });

  test.each(["for 2", "for 5 pm", "for table5", "for kiosk", `for <@${sam}>`, "for <@&1>"])(
    "takes nobody as the customer from “%s”",
    async (words) => {
      const { text } = await preview(`a flat white ${words}`);
      expect(text).toContain("couldn't read");
      expect(text).not.toContain("Customer");
    },
  );

  test("opens the form with the text of a message that contains no order", async () => {
    const told = await preview("See you all at the café");
    expect(told.text).toContain("I couldn't find an order in this message, so nothing was sent");
    const form = opened(await as("mia").press(told, "Fix it"));
    expect(valuesIn(form)).toMatchObject({ items: "See you all at the café" });
  });

  // What is ordered is in the bot's language there.
  test.skipIf(isMadeUp)("reads a list that the bot posted, and refuses a message without text", async () => {
    const { messenger } = harness.app.ctx;
    const list = await messenger.post(playgroundIds.orders, { content: "- Menu tea\n- 2 x flat white" });
    const question = shown(await as("mia").runOnMessage("Log order", list.messageId));
    expect(question.text).toContain("• Menu tea\n• 2 × Flat white");
    const card = await messenger.post(playgroundIds.orders, { embeds: [{ description: "Latte" }] });
    expect(textOf(await as("mia").runOnMessage("Log order", card.messageId))).toContain(
      "This message has no text",
    );
  });

  test("is for staff", async () => {
    expect(textOf(await as("sam").runOnMessage("Log order", say("a flat white")))).toContain(
      "Only staff can use this here",
    );
  });
});

describe("Order again", () => {
  const receiptOf = async (options: Readonly<Record<string, string>>) => {
    const question = shown(await as("mia").run("order create", options));
    return shown(await as("mia").press(question, "Log order"));
  };

  /** The preview of the same order once more. */
  const again = async (name: Name, message: SeenMessage) =>
    shown(await as(name).press(message, "Order again"));

  test("previews a receipt's items and customer, logged by the person who uses it", async () => {
    const receipt = await receiptOf({ items: "2 x Oat mocha, Scone", customer: "noor" });
    const posted = shown(await as("mia").press(receipt, "Show in channel"));
    // Within two minutes it would be said that it was just logged.
    harness.clock.advance(121_000);
    for (const [who, message, by] of [
      ["mia", receipt, mia],
      ["noor", posted, noor],
    ] as const) {
      const question = await again(who, message);
      expect(question.text).toContain("Log this order?\n• 2 × Oat mocha\n• Scone");
      expect(question.text).toContain(`**Customer** <@${noor}>`);
      expect(question.text).toContain(`**Submitted by** <@${by}>`);
      expect(question.text).not.toContain("Number");
      expect(labelsOf(question)).toEqual(["Log order", "Change", "Not now"]);
    }
    expect(presentText(as("mia"), receipt)).toContain("logged");
  });

  test("reads the order, not the receipt's text", async () => {
    const receipt = await receiptOf({ items: "Sly scone" });
    const [stored] = [...harness.service.state.orders.values()].filter(({ order }) =>
      order.items?.includes("Sly scone"),
    );
    if (stored !== undefined) Object.assign(stored.order, { items: ["Honest scone"] });
    await harness.forgetRead();
    expect((await again("mia", receipt)).text).toContain("• Honest scone");
  });

  test("says when the order is gone", async () => {
    const receipt = await receiptOf({ items: "Gone scone" });
    for (const [id, { order }] of harness.service.state.orders)
      if (order.items?.includes("Gone scone")) harness.service.state.orders.delete(id);
    await harness.forgetRead();
    expect(textOf(await as("mia").press(receipt, "Order again"))).toContain(
      "no longer lists this order, so nothing was done",
    );
  });

  const openedFrom = async (receipt: SeenMessage) => shown(await as("mia").press(receipt, "Open order"));
  const onlyMatch = async () => shown(await as("mia").run("order search", { item: "shared scone" }));
  const cards: readonly (readonly [string, (receipt: SeenMessage) => Promise<SeenMessage>])[] = [
    ["a receipt", async (receipt) => receipt],
    ["an opened order", openedFrom],
    ["the only match of a search", onlyMatch],
  ];
  const forgetOrders = (item: string) => {
    for (const [id, { order }] of harness.service.state.orders)
      if (order.items?.includes(item)) harness.service.state.orders.delete(id);
  };

  test.each(cards)(
    "is a button below %s and its copy, which works for everyone on staff",
    async (_what, open) => {
      const receipt = await receiptOf({ items: "2 x Shared scone", customer: "noor" });
      await harness.forgetRead();
      const card = await open(receipt);
      const copy = shown(await as("mia").press(card, "Show in channel"));
      const idsOf = ({ buttons }: SeenMessage) =>
        buttons.filter(({ label }) => label === "Order again").map(({ customId }) => customId);
      expect(labelsOf(copy)).toEqual(["Order again"]);
      // Bound to the same workspace.
      expect(idsOf(copy)).toEqual(idsOf(card));
      expect(textOf(await as("sam").press(copy, "Order again"))).toContain("Only staff can use this here");
      // What was sent isn't kept as long.
      harness.clock.advance(3 * 24 * 60 * 60_000);
      for (const [who, message] of [
        ["mia", card],
        ["noor", copy],
      ] as const) {
        const question = await again(who, message);
        expect(question).toMatchObject({ private: true });
        expect(question.text).toContain("Log this order?\n• 2 × Shared scone");
        const form = opened(await as(who).press(question, "Change"));
        expect(valuesIn(form)).toMatchObject({ items: "Shared scone\nShared scone", customer: noor });
        const changed = shown(await as(who).submit(form, { items: "Shared scone", customer: [noor] }));
        expect(changed.text).toContain("Log this order?\n• Shared scone");
      }
      forgetOrders("Shared scone");
    },
  );

  test("is no button for an id that doesn't fit into one; a receipt then repeats what was sent", async () => {
    const [stored] = harness.service.state.orders.values();
    if (stored === undefined) throw new Error("there is no order");
    const _id = "o".repeat(50);
    harness.service.state.orders.set(_id, {
      ...stored,
      order: { ...stored.order, _id, items: ["Long scone"] },
    });
    await harness.forgetRead();
    const card = shown(await as("mia").run("order search", { item: "long scone" }));
    expect(labelsOf(card)).toEqual(["Show in channel", "Reload"]);
    expect(labelsOf(shown(await as("mia").press(card, "Show in channel")))).toEqual([]);
    harness.service.state.orders.delete(_id);
    harness.service.faults.add({ operation: "createOrder", kind: "bare", when: "after" });
    const receipt = await receiptOf({ items: "Bare scone" });
    expect(labelsOf(receipt)).toEqual(["Order again", "Show in channel"]);
    expect((await again("mia", receipt)).text).toContain("Log this order?\n• Bare scone");
    expect(labelsOf(shown(await as("mia").press(receipt, "Show in channel")))).toEqual([]);
    forgetOrders("Bare scone");
  });

  test("is for staff", async () => {
    const receipt = await receiptOf({ items: "Plain scone" });
    const posted = shown(await as("mia").press(receipt, "Show in channel"));
    expect(textOf(await as("sam").press(posted, "Order again"))).toContain("Only staff can use this here");
  });
});
