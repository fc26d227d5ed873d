import { expect, test } from "vitest";
import { mayUse, tierOf } from "../../src/interactions/access.ts";

const nobody = { roleIds: ["7"], managesServer: false };

test("a member without a named role has nothing", () => {
  expect(tierOf(nobody, [])).toBe("everyone");
  expect(tierOf(nobody, ["8"])).toBe("everyone");
});

test("a named role makes staff, and no more", () => {
  const tier = tierOf(nobody, ["8", "7"]);
  expect([mayUse("everyone", tier), mayUse("staff", tier), mayUse("admin", tier)]).toEqual([
    true,
    true,
    false,
  ]);
});

test("Manage Server makes an admin, whatever the roles", () => {
  const tier = tierOf({ roleIds: [], managesServer: true }, []);
  expect([mayUse("everyone", tier), mayUse("staff", tier), mayUse("admin", tier)]).toEqual([
    true,
    true,
    true,
  ]);
});
