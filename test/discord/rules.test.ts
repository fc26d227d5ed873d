import { type ButtonStyle, ComponentType, PermissionFlagsBits, REST } from "discord.js";
import { expect, test } from "vitest";
import { type DiscordStandIn, playgroundIds } from "../../src/playground/discord/index.ts";
import { standInForTest, TestClock } from "./bot.ts";

const { orders, managers, guildId, applicationId } = playgroundIds;

function restFor(discord: DiscordStandIn): REST {
  return new REST({ api: discord.apiUrl, retries: 0 }).setToken(discord.botToken);
}
async function refusalOf(
  asked: Promise<unknown>,
): Promise<{ readonly code: unknown; readonly fields: readonly string[] }> {
  const error = await asked.then(
    () => undefined,
    (reason: { readonly code?: unknown; readonly rawError?: { readonly errors?: unknown } }) => reason,
  );
  return { code: error?.code, fields: leaves(error?.rawError?.errors) };
}
/** `embeds.0.title BASE_TYPE_MAX_LENGTH` for each problem of an error tree. */
function leaves(node: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, child]: readonly [string, unknown]) =>
    key === "_errors" && Array.isArray(child)
      ? child.map((problem: { readonly code: string }) => `${path.join(".")} ${problem.code}`)
      : leaves(child, [...path, key]),
  );
}

const button = (custom_id: string, label = "x") => ({
  type: ComponentType.Button,
  style: 1 satisfies ButtonStyle,
  custom_id,
  label,
});
const row = (...components: readonly unknown[]) => ({ type: ComponentType.ActionRow, components });
const long = (length: number) => "x".repeat(length);

test.for<[string, unknown, readonly string[]]>([
  ["a long text", { content: long(2_001) }, ["content BASE_TYPE_MAX_LENGTH"]],
  ["a long title", { embeds: [{ title: long(257) }] }, ["embeds.0.title BASE_TYPE_MAX_LENGTH"]],
  ["an empty embed", { embeds: [{}] }, ["embeds.0.description BASE_TYPE_REQUIRED"]],
  [
    "an embed field without a value",
    { embeds: [{ fields: [{ name: "a", value: "" }] }] },
    ["embeds.0.fields.0.value BASE_TYPE_REQUIRED"],
  ],
  [
    "26 embed fields",
    { embeds: [{ fields: Array.from({ length: 26 }, () => ({ name: "a", value: "b" })) }] },
    ["embeds.0.fields BASE_TYPE_MAX_LENGTH"],
  ],
  [
    "an address that is none",
    { embeds: [{ title: "a", url: "nowhere" }] },
    ["embeds.0.url URL_TYPE_INVALID_URL"],
  ],
  [
    "a picture of another scheme",
    { embeds: [{ title: "a", image: { url: "file:///a" } }] },
    ["embeds.0.image.url URL_TYPE_INVALID_SCHEME"],
  ],
  [
    "a bad time",
    { embeds: [{ title: "a", timestamp: "soon" }] },
    ["embeds.0.timestamp DATE_TIME_TYPE_PARSE"],
  ],
  [
    "over 6,000 in all embeds",
    { embeds: [{ description: long(4_000) }, { description: long(2_001) }] },
    ["embeds MAX_EMBED_SIZE_EXCEEDED"],
  ],
  [
    "eleven embeds",
    { embeds: Array.from({ length: 11 }, () => ({ title: "a" })) },
    ["embeds BASE_TYPE_MAX_LENGTH"],
  ],
  [
    "six rows",
    { content: "a", components: Array.from({ length: 6 }, (_, n) => row(button(String(n)))) },
    ["components BASE_TYPE_MAX_LENGTH"],
  ],
  [
    "six buttons in a row",
    { content: "a", components: [row(...Array.from({ length: 6 }, (_, n) => button(String(n))))] },
    ["components.0.components BASE_TYPE_BAD_LENGTH"],
  ],
  [
    "one id twice",
    { content: "a", components: [row(button("a"), button("a"))] },
    ["components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED"],
  ],
  [
    "a long label",
    { content: "a", components: [row(button("a", long(81)))] },
    ["components.0.components.0.label BASE_TYPE_MAX_LENGTH"],
  ],
  [
    "a long id",
    { content: "a", components: [row(button(long(101)))] },
    ["components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH"],
  ],
  [
    "a select beside a button",
    { content: "a", components: [row(button("a"), { type: 5, custom_id: "b" })] },
    ["components.0.components COMPONENT_LAYOUT_WIDTH_EXCEEDED"],
  ],
  [
    "a select without options",
    { content: "a", components: [row({ type: 3, custom_id: "b", options: [] })] },
    ["components.0.components.0.options BASE_TYPE_BAD_LENGTH"],
  ],
  [
    "a container without its flag",
    { components: [{ type: 17, components: [{ type: 10, content: "a" }] }] },
    ["components.0.type BASE_TYPE_CHOICES"],
  ],
  [
    "content beside Components V2",
    { content: "a", flags: 32_768, components: [{ type: 10, content: "a" }] },
    ["content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"],
  ],
  [
    "mentions allowed twice",
    { content: "a", allowed_mentions: { parse: ["users"], users: [orders] } },
    ["allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"],
  ],
])("a message with %s is refused at that field", async ([, body, fields]) => {
  const discord = await standInForTest({ checkRequest: () => undefined });
  const asked = restFor(discord).post(`/channels/${orders}/messages`, { body });
  expect(await refusalOf(asked)).toEqual({ code: 50_035, fields });
});

test.for<[string, unknown, readonly string[]]>([
  ["a name with capitals", [{ name: "Ping", description: "a" }], ["0.name APPLICATION_COMMAND_INVALID_NAME"]],
  ["no description", [{ name: "ping" }], ["0.description BASE_TYPE_REQUIRED"]],
  [
    "the same name twice",
    [
      { name: "a", description: "a" },
      { name: "a", description: "a" },
    ],
    ["1.name APPLICATION_COMMANDS_DUPLICATE_NAME"],
  ],
  [
    "a required option after an optional one",
    [
      {
        name: "a",
        description: "a",
        options: [
          { type: 3, name: "b", description: "b" },
          { type: 3, name: "c", description: "c", required: true },
        ],
      },
    ],
    ["0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"],
  ],
  [
    "a subcommand beside a value",
    [
      {
        name: "a",
        description: "a",
        options: [
          { type: 1, name: "b", description: "b" },
          { type: 3, name: "c", description: "c" },
        ],
      },
    ],
    ["0.options APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"],
  ],
  [
    "26 options",
    [
      {
        name: "a",
        description: "a",
        options: Array.from({ length: 26 }, (_, n) => ({ type: 3, name: `o${n}`, description: "b" })),
      },
    ],
    ["0.options BASE_TYPE_MAX_LENGTH"],
  ],
  [
    "choices and suggestions at once",
    [
      {
        name: "a",
        description: "a",
        options: [
          { type: 3, name: "b", description: "b", autocomplete: true, choices: [{ name: "x", value: "x" }] },
        ],
      },
    ],
    ["0.options.0.choices APPLICATION_COMMAND_OPTION_CHOICES_AUTOCOMPLETE"],
  ],
  [
    "over 8,000 characters",
    [
      {
        name: "a",
        description: "a",
        options: Array.from({ length: 3 }, (_, o) => ({
          type: 3,
          name: `o${o}`,
          description: long(100),
          choices: Array.from({ length: 25 }, (_unused, n) => ({
            name: `${n}${long(60)}`,
            value: `${n}${long(50)}`,
          })),
        })),
      },
    ],
    ["0 APPLICATION_COMMAND_TOO_LARGE"],
  ],
])("commands with %s are refused", async ([, body, fields]) => {
  const discord = await standInForTest({ checkRequest: () => undefined });
  const asked = restFor(discord).put(`/applications/${applicationId}/commands`, { body });
  const refusal = await refusalOf(asked);
  expect(refusal).toEqual({ code: 50_035, fields });
});

test("an empty message is refused with 50006", async () => {
  const discord = await standInForTest();
  const asked = restFor(discord).post(`/channels/${orders}/messages`, { body: { content: "  " } });
  expect((await refusalOf(asked)).code).toBe(50_006);
});

test("where the bot may not look it gets 50001, where it may not write 50013", async () => {
  const discord = await standInForTest();
  const rest = restFor(discord);
  const post = (body: unknown = { content: "x" }, channel: string = managers) =>
    refusalOf(rest.post(`/channels/${channel}/messages`, { body }));
  expect((await post()).code).toBeUndefined();
  discord.faults.takePermission(managers, PermissionFlagsBits.EmbedLinks);
  expect((await post({ embeds: [{ title: "a" }] })).code).toBe(50_013);
  discord.faults.takePermission(managers, PermissionFlagsBits.SendMessages);
  expect((await post()).code).toBe(50_013);
  discord.faults.takePermission(managers, PermissionFlagsBits.ViewChannel);
  expect((await post()).code).toBe(50_001);
  expect((await post({ content: "x" }, "1")).code).toBe(10_003);
  discord.faults.restorePermissions();
  expect((await post()).code).toBeUndefined();
});

test("the same enforced nonce gives the first message again, until it is forgotten", async () => {
  const clock = new TestClock();
  const discord = await standInForTest({ clock });
  const post = () =>
    restFor(discord).post(`/channels/${orders}/messages`, {
      body: { content: "x", nonce: "n1", enforce_nonce: true },
    });
  expect(await post()).toMatchObject({ id: ((await post()) as { readonly id: string }).id });
  expect(discord.messagesIn(orders)).toHaveLength(1);
  clock.advance(6 * 60_000);
  await post();
  expect(discord.messagesIn(orders)).toHaveLength(2);
});

test("only mentions that are allowed ping", async () => {
  const discord = await standInForTest();
  const { mia, theo } = playgroundIds;
  const post = (allowed_mentions?: unknown) =>
    restFor(discord).post(`/channels/${orders}/messages`, {
      body: { content: `<@${mia}> <@${theo}> @everyone`, allowed_mentions },
    });
  await post({ parse: [] });
  await post({ users: [mia] });
  await post();
  expect(discord.messagesIn(orders).map(({ pinged }) => pinged)).toEqual([
    { discordUserIds: [], roleIds: [], everyone: false },
    { discordUserIds: [mia], roleIds: [], everyone: false },
    { discordUserIds: [mia, theo], roleIds: [], everyone: false },
  ]);
});

test("files are kept, described and served, and an embed shows them", async () => {
  const discord = await standInForTest();
  const body = {
    embeds: [{ title: "Chart", image: { url: "attachment://a.png" } }],
    attachments: [{ id: "0", description: "A chart" }],
  };
  const files = [
    { name: "a.png", data: Buffer.from("not really") },
    { name: "b.csv", data: Buffer.from("a,b") },
  ];
  await restFor(discord).post(`/channels/${orders}/messages`, { body, files });
  const [message] = discord.messagesIn(orders);
  expect(message?.attachments).toMatchObject([{ filename: "b.csv", size: 3 }]);
  const address = message?.embeds[0]?.image?.url ?? "";
  expect(await (await fetch(address)).text()).toBe("not really");
});

test("without the token nothing is told, and what does not exist is 404", async () => {
  const discord = await standInForTest({ checkRequest: () => undefined });
  expect((await fetch(`${discord.apiUrl}/v10/users/@me`)).status).toBe(401);
  const headers = { authorization: `Bot ${discord.botToken}` };
  expect((await fetch(`${discord.apiUrl}/v10/nothing`, { headers })).status).toBe(404);
  expect((await fetch(`${discord.apiUrl}/v10/guilds/1`, { headers })).status).toBe(404);
});

test("too many messages into one channel are told to wait", async () => {
  const discord = await standInForTest({ rateLimits: { perRouteInFiveSeconds: 2 } });
  const headers = { authorization: `Bot ${discord.botToken}`, "content-type": "application/json" };
  const post = () =>
    fetch(`${discord.apiUrl}/v10/channels/${orders}/messages`, {
      method: "POST",
      headers,
      body: '{"content":"x"}',
    });
  expect((await post()).headers.get("x-ratelimit-remaining")).toBe("1");
  await post();
  const refused = await post();
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ global: false, retry_after: expect.any(Number) });
});

test("planned failures come once each, and requests are logged without their tokens", async () => {
  const discord = await standInForTest();
  discord.faults.failRequests({ status: 500, pathPart: "/guilds/" });
  const read = () => refusalOf(restFor(discord).get(`/guilds/${guildId}`));
  expect((await read()).code).toBeUndefined();
  await restFor(discord)
    .post("/interactions/1/secret/callback", { body: { type: 1 } })
    .catch(() => undefined);
  expect(discord.requests.map(({ path, status }) => [path, status])).toEqual([
    [`/guilds/${guildId}`, 500],
    ["/interactions/1/***/callback", 404],
  ]);
});
