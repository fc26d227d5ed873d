import { ChannelType, OverwriteType, PermissionFlagsBits } from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { createMessenger } from "../../src/discord/messenger.ts";
import { createPostRest } from "../../src/discord/rest.ts";
import { bakeryCrew } from "../../playground/discord/bakery-guild.ts";
import { bakeryIds, playgroundIds } from "../../playground/discord/index.ts";
import { botRoleId } from "../../playground/discord/serialize-guild.ts";
import { startEmulators } from "../support/emulators.ts";
import { silentReports, unlimitedPace } from "../support/rest-reports.ts";

const { guildId, applicationId, ada, mia } = playgroundIds;
const all = ["ViewChannel", "SendMessages", "EmbedLinks", "AttachFiles"];

async function bot() {
  const emulators = await startEmulators();
  onTestFinished(() => emulators[Symbol.asyncDispose]());
  const { discord, clock } = emulators;
  const rest = createPostRest(discord.apiUrl, discord.botToken, silentReports, unlimitedPace);
  return {
    discord,
    messenger: createMessenger({ posts: rest, lookUps: rest }, () => applicationId, clock.now),
  };
}

test("a channel of another server is never one of this server's, whatever the bot may do there", async () => {
  const { messenger } = await bot();
  expect(await messenger.missingPermissions(bakeryIds.guildId, bakeryIds.counter)).toEqual([]);
  expect(await messenger.missingPermissions(guildId, bakeryIds.counter)).toEqual(all);
});

test("an administrator lacks no permission, whatever a channel denies to everyone", async () => {
  const { discord, messenger } = await bot();
  const [id, channelId] = ["1100000000009000001", "1100000000009000002"];
  const { ViewChannel, SendMessages, Administrator } = PermissionFlagsBits;
  const deny = ViewChannel | SendMessages;
  discord.addGuild({
    id,
    name: "Closed",
    ownerId: ada,
    everyonePermissions: 0n,
    botPermissions: Administrator,
    roles: [],
    channels: [
      { id: channelId, name: "vault", overwrites: [{ id, type: OverwriteType.Role, allow: 0n, deny }] },
    ],
    members: [{ discordUserId: ada, roleIds: [] }],
  });
  expect(await messenger.missingPermissions(id, channelId)).toEqual([]);
});

test("a chosen channel is judged as a look-up would judge it, in threads too", async () => {
  const { messenger } = await bot();
  const { ViewChannel, SendMessages, SendMessagesInThreads, EmbedLinks, AttachFiles, Administrator } =
    PermissionFlagsBits;
  const rest = ViewChannel | EmbedLinks | AttachFiles;
  const missing = (botPermissions: bigint, thread?: "open" | "locked") =>
    messenger.missingPermissions(guildId, bakeryIds.counter, {
      isThread: thread !== undefined,
      isLocked: thread === "locked",
      botPermissions,
      callerPermissions: 0n,
    });
  expect(await missing(rest | SendMessages)).toEqual([]);
  expect(await missing(rest)).toEqual(["SendMessages"]);
  expect(await missing(rest | SendMessages, "open")).toEqual(["SendMessagesInThreads"]);
  expect(await missing(rest | SendMessagesInThreads, "locked")).toEqual(["ManageThreads"]);
  expect(await missing(Administrator, "locked")).toEqual([]);
  const caller = (callerPermissions: bigint, isThread: boolean, isLocked = false) =>
    messenger.missingForMember(guildId, bakeryIds.counter, ada, undefined, {
      isThread,
      isLocked,
      botPermissions: 0n,
      callerPermissions,
    });
  expect(await caller(ViewChannel | SendMessages, false)).toEqual([]);
  expect(await caller(ViewChannel | SendMessages, true)).toEqual(["SendMessages"]);
  expect(await caller(0n, false)).toEqual(["ViewChannel", "SendMessages"]);
  const inThread = ViewChannel | SendMessagesInThreads;
  expect(await caller(inThread, true)).toEqual([]);
  expect(await caller(inThread, true, true)).toEqual(["SendMessages"]);
  expect(await caller(inThread | PermissionFlagsBits.ManageThreads, true, true)).toEqual([]);
});

test("someone writes in a locked thread only if they manage threads, as Discord has it", async () => {
  const { discord, messenger } = await bot();
  const channelId = "1100000000009000003";
  const type = ChannelType.PublicThread;
  discord.addChannel(guildId, { id: channelId, name: "rota", parentId: playgroundIds.orders, type });
  const missing = () => messenger.missingForMember(guildId, channelId, playgroundIds.theo, undefined);
  expect(await missing()).toEqual([]);
  discord.setThread(channelId, { locked: true });
  expect(await missing()).toEqual(["SendMessages"]);
  const managing = { id: playgroundIds.managerRole, allow: PermissionFlagsBits.ManageThreads, deny: 0n };
  discord.setOverwrites(playgroundIds.orders, [{ ...managing, type: OverwriteType.Role }]);
  expect(await missing()).toEqual([]);
});

test("what one of a member's roles may in a channel isn't taken by another of their roles, only by themselves", async () => {
  const { discord, messenger } = await bot();
  const [id, member] = ["1100000000009000001", "1100000000009000009"];
  const [mayRole, mayNotRole] = ["1100000000009000003", "1100000000009000004"];
  const { ViewChannel, SendMessages } = PermissionFlagsBits;
  const may = { id: mayRole, type: OverwriteType.Role, allow: SendMessages, deny: 0n };
  const mayNot = { id: mayNotRole, type: OverwriteType.Role, allow: 0n, deny: SendMessages };
  const nobodyMay = { id, type: OverwriteType.Role, allow: 0n, deny: SendMessages };
  const theyMayNot = { id: member, type: OverwriteType.Member, allow: 0n, deny: SendMessages };
  const theyMay = { id: member, type: OverwriteType.Member, allow: SendMessages, deny: 0n };
  const cases = [
    [[mayNot, may], []],
    [[may, mayNot, nobodyMay], []],
    [[may, mayNot, theyMayNot], ["SendMessages"]],
    [[nobodyMay, mayNot, theyMay], []],
    [[nobodyMay, mayNot], ["SendMessages"]],
  ] as const;
  const role = (roleId: string) => ({ id: roleId, name: roleId, color: 0, permissions: 0n });
  discord.addGuild({
    id,
    name: "Roles",
    ownerId: ada,
    everyonePermissions: ViewChannel | SendMessages,
    botPermissions: ViewChannel,
    roles: [role(mayRole), role(mayNotRole)],
    channels: cases.map(([overwrites], index) => ({
      id: `110000000000900010${index}`,
      name: `channel-${index}`,
      overwrites,
    })),
    members: [],
  });
  discord.addMember(
    id,
    { id: member, username: "both", displayName: "Both" },
    { roleIds: [mayRole, mayNotRole] },
  );
  for (const [index, [, missing]] of cases.entries())
    expect(await messenger.missingForMember(id, `110000000000900010${index}`, member, undefined)).toEqual(
      missing,
    );
});

test("a channel that keeps out a reader of another is none that all of them see", async () => {
  const { discord, messenger } = await bot();
  const id = "1100000000009100001";
  const [staff, guest] = ["1100000000009100002", "1100000000009100003"];
  const [rota, terrace, office] = ["1100000000009100010", "1100000000009100011", "1100000000009100012"];
  const [back, hall] = ["1100000000009100013", "1100000000009100014"];
  const { ViewChannel } = PermissionFlagsBits;
  const [may, mayNot] = [
    { allow: ViewChannel, deny: 0n },
    { allow: 0n, deny: ViewChannel },
  ];
  const ofRole = (of: string, bits: typeof may) => ({ id: of, type: OverwriteType.Role, ...bits });
  const ofMember = (of: string) => ({ id: of, type: OverwriteType.Member, ...mayNot });
  discord.addGuild({
    id,
    name: "Denied",
    ownerId: ada,
    everyonePermissions: ViewChannel,
    botPermissions: ViewChannel,
    roles: [{ id: staff, name: "Staff", color: 0, permissions: 0n }],
    channels: [
      {
        id: rota,
        name: "rota",
        overwrites: [
          ofRole(id, mayNot),
          ofRole(staff, may),
          { ...may, id: discord.applicationId, type: OverwriteType.Member },
        ],
      },
      { id: back, name: "back", overwrites: [ofRole(id, mayNot), ofRole(staff, may)] },
      { id: hall, name: "hall" },
      { id: terrace, name: "terrace", overwrites: [ofMember(mia)] },
      { id: office, name: "office", overwrites: [ofMember(guest)] },
    ],
    members: [
      { discordUserId: ada, roleIds: [] },
      { discordUserId: mia, roleIds: [staff] },
    ],
  });
  discord.addMember(id, { id: guest, username: "guest", displayName: "Guest" }, { roleIds: [] });
  const asked = new Set([terrace, office, hall]);
  const seenIn = async (channelId: string) => [...(await messenger.seenChannels(id, asked, { channelId }))];
  // Mia is staff, and the guest doesn't read the rota.
  expect(await seenIn(rota)).toEqual([office, hall]);
  // Who reads what the bot can't view isn't known, so what everyone sees is left.
  expect(await seenIn(back)).toEqual([hall]);
});

test("what the readers of a channel see is decided role by role, without bots' roles and what members alone may see", async () => {
  const { discord, messenger } = await bot();
  const id = "1100000000009000001";
  const [member, colour, admin] = ["1100000000009000002", "1100000000009000003", "1100000000009000004"];
  const kept = "1100000000009000005";
  const [news, thread] = ["1100000000009000010", "1100000000009000011"];
  const [hall, secret, hers] = ["1100000000009000012", "1100000000009000013", "1100000000009000014"];
  const { ViewChannel, Administrator } = PermissionFlagsBits;
  const see = (of: string, type = OverwriteType.Role) => ({ id: of, type, allow: ViewChannel, deny: 0n });
  const ofBot = botRoleId({ ...bakeryCrew, id });
  const role = (roleId: string, permissions = 0n) => ({ id: roleId, name: roleId, color: 0, permissions });
  discord.addGuild({
    id,
    name: "Gated",
    ownerId: ada,
    everyonePermissions: 0n,
    botPermissions: ViewChannel,
    roles: [role(member), role(colour), role(admin, Administrator)],
    channels: [
      { id: news, name: "news", overwrites: [see(member), see(kept, OverwriteType.Member)] },
      { id: thread, name: "rota", parentId: news, type: ChannelType.PublicThread },
      {
        id: hall,
        name: "hall",
        overwrites: [
          see(member),
          { ...see(ofBot), allow: 0n, deny: ViewChannel },
          // Otherwise, Discord doesn't tell the bot about it.
          see(discord.applicationId, OverwriteType.Member),
        ],
      },
      {
        id: secret,
        name: "secret",
        overwrites: [{ ...see(discord.applicationId), type: OverwriteType.Member }],
      },
      { id: hers, name: "hers", overwrites: [see(kept, OverwriteType.Member)] },
    ],
    members: [{ discordUserId: ada, roleIds: [] }],
  });
  const gone = "1100000000009000999";
  const asked = new Set([news, hall, secret, hers, gone]);
  const seen = async (readers: Parameters<typeof messenger.seenChannels>[2]) => [
    ...(await messenger.seenChannels(id, asked, readers)),
  ];
  for (const channelId of [news, thread]) expect(await seen({ channelId })).toEqual([news, hall]);
  expect(await seen({ channelId: gone })).toEqual([]);
  expect(await seen({ discordUserId: "1", roleIds: [] })).toEqual([]);
  expect(await seen({ discordUserId: "1", roleIds: [colour, member] })).toEqual([news, hall]);
  expect(await seen({ discordUserId: kept, roleIds: [] })).toEqual([news, hers]);
  for (const [discordUserId, roleIds] of [
    ["1", [admin]],
    [ada, []],
  ] as const)
    expect(await seen({ discordUserId, roleIds })).toEqual([news, hall, secret, hers]);
});
