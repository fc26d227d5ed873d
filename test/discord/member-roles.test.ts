import { PermissionFlagsBits } from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { createMemberRoles } from "../../src/discord/member-roles.ts";
import { createPostRest } from "../../src/discord/rest.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { startEmulators } from "../support/emulators.ts";
import { silentReports, unlimitedPace } from "../support/rest-reports.ts";

const { applicationId, ada } = playgroundIds;
const id = "1100000000009000001";
const admin = "1100000000009000009";
const [low, own, high, aboveBot] = [
  "1100000000009000002",
  "1100000000009000003",
  "1100000000009000004",
  "1100000000009000005",
];

test("nobody has a role given that isn't below their own highest one, but the owner", async () => {
  const emulators = await startEmulators();
  onTestFinished(() => emulators[Symbol.asyncDispose]());
  const { discord } = emulators;
  const role = (roleId: string, permissions = 0n, belowBot = true) => ({
    id: roleId,
    name: roleId,
    color: 0,
    permissions,
    belowBot,
  });
  discord.addGuild({
    id,
    name: "Ladder",
    ownerId: ada,
    everyonePermissions: 0n,
    botPermissions: PermissionFlagsBits.ManageRoles,
    // From the highest to the lowest.
    roles: [role(aboveBot, 0n, false), role(high), role(own, PermissionFlagsBits.ManageRoles), role(low)],
    channels: [],
    members: [{ discordUserId: ada, roleIds: [] }],
  });
  discord.addMember(id, { id: admin, username: "admin", displayName: "Admin" }, { roleIds: [own] });
  const rest = createPostRest(discord.apiUrl, discord.botToken, silentReports, unlimitedPace);
  const roles = createMemberRoles({ posts: rest, lookUps: rest }, () => applicationId);
  const obstacles = async (callerId?: string) =>
    Object.fromEntries(await roles.obstacles(id, [low, own, high, aboveBot], callerId));
  expect(await obstacles(admin)).toEqual({
    [own]: "above-caller",
    [high]: "above-caller",
    [aboveBot]: "above-bot",
  });
  expect(await obstacles(ada)).toEqual({ [aboveBot]: "above-bot" });
  // Nobody asks: it was asked for before.
  expect(await obstacles()).toEqual({ [aboveBot]: "above-bot" });
});
