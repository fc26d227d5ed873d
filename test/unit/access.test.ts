import { expect, test } from "vitest";
import { type Access, canUse, resolveTier, tiers, describeDenial } from "../../src/interactions/access.ts";

const mapped = [
  { roleId: "11", tier: "staff" },
  { roleId: "12", tier: "manager" },
  { roleId: "13", tier: "admin" },
] as const;
const withoutAdmins = mapped.slice(0, 2);
const accesses: readonly Access[] = [...tiers, "self-or-manager", "admin-or-manage-server"];
const allowed = (
  roleIds: readonly string[],
  hasManageServer: boolean,
  roles: typeof mapped | typeof withoutAdmins,
) => accesses.filter((access) => canUse(access, resolveTier({ roleIds, hasManageServer }, roles)));

test("a member without a mapped role has what everyone has, and no more", () => {
  expect(allowed(["7"], false, mapped)).toEqual(["everyone"]);
  expect(allowed([], false, withoutAdmins)).toEqual(["everyone"]);
});

test("the strongest of a member's roles counts", () => {
  expect(allowed(["11"], false, mapped)).toEqual(["everyone", "staff", "self-or-manager"]);
  expect(allowed(["11", "12"], false, mapped)).toEqual(["everyone", "staff", "manager", "self-or-manager"]);
  expect(allowed(["13", "11"], false, mapped)).toEqual(accesses);
});

test("Manage Server makes an admin until a role does", () => {
  expect(allowed([], true, withoutAdmins)).toEqual(accesses);
  expect(allowed([], true, mapped)).toEqual(["everyone", "admin-or-manage-server"]);
  expect(allowed(["11"], true, mapped)).toEqual([
    "everyone",
    "staff",
    "self-or-manager",
    "admin-or-manage-server",
  ]);
});

test("a refusal says who may do it, which tier the reader has, and who can help", () => {
  expect(describeDenial("manager", { tier: "staff", hasManageServer: false })).toBe(
    "Only managers can use this here. You're staff. Nothing was done. An admin can change that.",
  );
  expect(describeDenial("admin", { tier: "manager", hasManageServer: false }, "read the audit log")).toBe(
    "Only admins can read the audit log here. You're a manager. An admin can change that.",
  );
  expect(describeDenial("staff", { tier: "everyone", hasManageServer: false })).toBe(
    "Only staff can use this here. You don't have a staff role yet; ask an admin for one. Nothing was done.",
  );
  expect(describeDenial("staff", { tier: "everyone", hasManageServer: true }, "see their week")).toBe(
    "Only staff can see their week here. You don't have a staff role yet. You can change that with `/access set`.",
  );
});
