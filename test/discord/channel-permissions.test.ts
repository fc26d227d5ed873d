import { OverwriteType, PermissionFlagsBits } from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { createMessenger } from "../../src/discord/messenger.ts";
import { createPostRest } from "../../src/discord/rest.ts";
import { bakeryIds, playgroundIds } from "../../playground/discord/index.ts";
import { startEmulators } from "../support/emulators.ts";
import { silentReports, unlimitedPace } from "../support/rest-reports.ts";

const { guildId, applicationId, ada } = playgroundIds;
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
  const caller = (callerPermissions: bigint, isThread: boolean) =>
    messenger.missingForMember(guildId, bakeryIds.counter, ada, undefined, {
      isThread,
      isLocked: false,
      botPermissions: 0n,
      callerPermissions,
    });
  expect(await caller(ViewChannel | SendMessages, false)).toEqual([]);
  expect(await caller(ViewChannel | SendMessages, true)).toEqual(["SendMessages"]);
  expect(await caller(0n, false)).toEqual(["ViewChannel", "SendMessages"]);
});
