import * as fc from "fast-check";
import { expect, test } from "vitest";
import { completePermissions, parsePermission } from "../../commands/role/input.ts";
import { renderRolePreview, renderRoleReceipt } from "../../commands/role/render.ts";
import { Role } from "../../src/api/contract/workspace.ts";
import { palette } from "../../src/ui/embed.ts";
import { toPayload } from "../../src/ui/reply.ts";
import { checkMessage } from "../../playground/discord/validate-message.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import {
  accountOf,
  anyNames,
  namesOfOne,
  someMember,
  anyId,
  hostileText,
  maybe,
} from "../support/arbitraries.ts";
import { someContext } from "../support/render-context.ts";

const role = {
  name: "Shift *lead*",
  permissions: ["create_report", "delete_sessions", "brew_coffee"],
  group_roles: ["200"],
  manual_users: ["4711", "4712"],
};

test("the preview says in words what each permission grants, and marks dangerous or unknown ones", () => {
  const [shown] = renderRolePreview(role, someContext(namesOfOne())).embeds ?? [];
  expect(shown?.description).toContain("**Shift \\*lead\\***");
  expect(shown?.description).toContain("• Write reports (`create_report`)");
  expect(shown?.description).toContain("⚠️ Delete sessions permanently (`delete_sessions`)");
  expect(shown?.description).toContain(
    "\nOther permissions: `brew_coffee`\n-# I don't know this one; it's sent as you typed it.\n",
  );
  expect(shown?.fields?.map(({ value }) => value)).toEqual([
    "• 200",
    `• <@${someMember}>\n• someone, user \`4712\``,
  ]);
});

test("permissions that are all unknown are listed by name", () => {
  const [shown] =
    renderRolePreview({ name: "Guest", permissions: ["brew", "bake"] }, someContext()).embeds ?? [];
  expect(shown?.description).toContain(
    "**Guest**\nPermissions: `brew`, `bake`\n-# I don't know these; they're sent as you typed them.",
  );
});

test("a role that grants nothing says so, without a warning", () => {
  const [shown] = renderRolePreview({ name: "Guest" }, someContext()).embeds ?? [];
  expect(shown?.description).toContain("It comes without permissions.");
  expect(shown?.description).not.toContain("⚠️");
});

test("a receipt points out what the workspace left out", () => {
  const made = Role.parse({ ...role, _id: "r1", permissions: ["create_report"] });
  const [shown] = renderRoleReceipt(made, role, someContext(namesOfOne())).embeds ?? [];
  expect(shown?.title).toBe("Role Shift \\*lead\\* created");
  expect(shown?.description).toContain("doesn't show `delete_sessions`, `brew_coffee`");
});

test("a receipt points out people and group roles that the workspace left out", () => {
  const made = Role.parse({ ...role, _id: "r1", group_roles: [], manual_users: ["4713"] });
  const [shown] = renderRoleReceipt(made, role, someContext(namesOfOne())).embeds ?? [];
  expect(shown?.description).toContain(
    `doesn't show 200, <@${someMember}>, someone (user \`4712\`). Check the role in the workspace.`,
  );
  expect(shown?.color).toBe(palette.waiting);
});

test("a known permission is found however it is written, an unknown one is kept as typed", () => {
  expect(parsePermission(" Assign-Roles ").flag).toBe("assign_roles");
  expect(parsePermission("Brew Coffee ").flag).toBe("Brew Coffee");
});

test("the last of several permissions is completed, and none is offered twice", () => {
  expect(completePermissions("create_report, DELETE s").map(({ value }) => value)).toEqual([
    "create_report, delete_sessions",
  ]);
  expect(completePermissions("assign_roles, assign_r")).toEqual([]);
  expect(completePermissions("")).toHaveLength(10);
});

test("the maximum of permissions and people fits in the preview", () => {
  const permissions = Array.from({ length: 20 }, (_, index) => `${"*".repeat(46)}${index + 10}`);
  const accounts = Array.from({ length: 15 }, (_, index) =>
    accountOf({
      userId: String(index),
      discordUserId: String(BigInt(someMember) + BigInt(index)),
      displayName: "*".repeat(60),
    }),
  );
  const members = accounts.map(({ discordUserId }) => discordUserId);
  const groups = Array.from({ length: 12 }, (_, index) => `${"*".repeat(38)}${index + 10}`);
  const reply = renderRolePreview(
    {
      name: "*".repeat(100),
      permissions,
      group_roles: groups,
      manual_users: accounts.map(({ userId }) => userId),
    },
    someContext(new Map(accounts.map((account) => [account.userId, account]))),
  );
  const text = JSON.stringify(reply);
  for (const each of [...permissions, ...members]) expect(text).toContain(each);
  for (const each of groups) expect(text).toContain(`*${each.slice(-2)}`);
  expectWithinLimits(reply, members);
});

test("whatever the service sends, Discord accepts the receipt", () => {
  const list = fc.array(fc.oneof(hostileText, fc.constant("4711")), { maxLength: 30 });
  const anyRole = fc.record({
    _id: anyId,
    name: maybe(hostileText),
    permissions: list,
    group_roles: list,
    manual_users: list,
  });
  fc.assert(
    fc.property(anyRole, anyNames, (raw, names) => {
      const reply = renderRoleReceipt(Role.parse(raw), role, someContext(names));
      expectWithinLimits(reply, [someMember]);
      checkMessage({ ...toPayload(reply) }, { fileNames: [] });
    }),
    { numRuns: 200 },
  );
});
