// Depends on: transport, cache.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { SeenForm } from "../../playground/discord/member-types.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, presentText, textOf, opened, shown } from "../support/replies.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  await connectAccount(harness.app.ctx, {
    discordUserId: playgroundIds.noor,
    userId: "186507743",
    displayName: "Noor Vale",
    memberName: "Noor",
  });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  harness.service.faults.clear();
  harness.service.resetRateLimit();
});

const ada = () => harness.as("ada");
const openForm = async () => opened(await ada().run("role create"));
const valuesIn = ({ fields }: SeenForm) =>
  Object.fromEntries(fields.map(({ customId, value }) => [customId, value]));
const chosenIn = ({ fields }: SeenForm, id: string) =>
  fields
    .find(({ customId }) => customId === id)
    ?.options.filter((option) => option.default)
    .map(({ value }) => value);
const made = (name: string) => [...harness.service.state.roles.values()].filter((role) => role.name === name);
const newestEntry = async () => {
  const page = { limit: 1 };
  return (await harness.app.ctx.store.audit.list(playgroundIds.guildId, {}, page))[0];
};

test("a form creates a role: previewed in words, created once, and audited", async () => {
  const question = shown(
    await ada().submit(await openForm(), {
      name: "Floor lead",
      permissions: ["create_report", "assign_roles"],
      "group-roles": "200, ２１０",
      people: [playgroundIds.noor],
      others: "noor vale; 104872391\npermission： brew_coffee, Create report",
    }),
  );
  expect(question.text).toContain("⚠️ Give people roles and their permissions (`assign_roles`)");
  expect(question.text).toContain("Other permissions: `brew_coffee`");
  expect(question.text).toContain(`• <@${playgroundIds.noor}>`);
  expect(labelsOf(question)).toEqual(["Create role", "Change", "Not now"]);
  expect(made("Floor lead")).toEqual([]);

  await Promise.all([1, 2, 3].map(() => ada().press(question, "Create role")));
  const [role, ...more] = made("Floor lead");
  expect(more).toEqual([]);
  expect(role).toMatchObject({
    permissions: ["create_report", "assign_roles", "brew_coffee"],
    group_roles: ["200", "210"],
    manual_users: ["186507743", "104872391"],
  });
  expect(presentText(ada(), question)).toMatch(/Role Floor lead created[\s\S]*Write reports/);
  expect(await newestEntry()).toMatchObject({ action: "role.create", target: role?._id, outcome: "done" });
});

test("the preview names people nobody here has met yet, and says whose name isn't told in time", async () => {
  const meet = (userId: string, displayName: string) =>
    harness.service.state.users.set(userId, {
      type: "user",
      id: userId,
      username: displayName,
      display_name: displayName,
      avatar: {},
    });
  meet("930000011", "Olga Reed");
  meet("930000012", "Pia Lund");
  const previewOf = async (others: string) => {
    const typed = { name: "Night shift", permissions: [], "group-roles": "200", people: [], others };
    return shown(await ada().submit(await openForm(), typed));
  };
  const known = await previewOf("930000011");
  expect(known.text).toContain("• Olga Reed");
  expect(known.text).not.toMatch(/someone|couldn't read the name/);

  harness.service.faults.add({ operation: "getUser", kind: "silent", times: 20 });
  using _ = harness.losePatience("bot");
  const unread = await previewOf("930000011\n930000012");
  expect(unread.text).toContain("• Olga Reed");
  expect(unread.text).toContain("⚠️ I couldn't read the name of `930000012`. Check who that is first.");
  expect(labelsOf(unread)).toEqual(["Create role", "Change", "Not now"]);
  expect(made("Night shift")).toEqual([]);
});

test("a response that leaves everything out still means the role was created, shown as it was sent", async () => {
  const question = shown(await ada().run("role create", { name: "Bare", permissions: "create_report" }));
  harness.service.faults.add({ operation: "createRole", kind: "bare", when: "after" });
  const receipt = textOf(await ada().press(question, "Create role"));
  expect(receipt).toMatch(/Role Bare created[\s\S]*Write reports/);
  expect(receipt).not.toMatch(/doesn't show|don't know/);
  expect(made("Bare")).toHaveLength(1);
});

test("options are enough, and permissions are suggested one after another", async () => {
  const typed = "create_report, del";
  const suggested = await ada().suggest(
    "role create",
    { permissions: typed },
    { name: "permissions", value: typed },
  );
  expect(suggested.map(({ value }) => value)).toEqual([
    "create_report, delete_sessions",
    "create_report, delete_adhoc_sessions",
  ]);
  const question = shown(
    await ada().run("role create", { name: "By options", permissions: "create_report, delete_sessions" }),
  );
  expect(question.text).toContain("⚠️ Delete sessions permanently");
  await ada().press(question, "Not now");
  expect(made("By options")).toEqual([]);
});

test("permissions without a name open the form with them filled in", async () => {
  const form = opened(await ada().run("role create", { permissions: "Create report, brew_coffee" }));
  expect(chosenIn(form, "permissions")).toEqual(["create_report"]);
  expect(valuesIn(form)).toMatchObject({ others: "permission: brew_coffee" });
});

describe("wrong input", () => {
  test.each([
    ["a person who is nobody", { others: "nobody by that name" }, "nobody by that name"],
    [
      "more permissions than can be shown",
      { others: `permissions: ${Array.from({ length: 21 }, (_, index) => `p${index}`).join()}` },
      "has 21 entries, and I can show at most 20",
    ],
    ["a group role that is too long", { "group-roles": "g".repeat(41) }, "longer than 40 characters"],
  ])("with %s loses nothing: the form reopens as it was", async (_case, wrong, sentence) => {
    const typed = { name: "Mended", ...wrong };
    const refusal = shown(await ada().submit(await openForm(), typed));
    expect(refusal.text).toContain(sentence);
    const again = opened(await ada().press(refusal, "Fix it"));
    expect(valuesIn(again)).toMatchObject(typed);
  });

  test("keeps what was chosen beside it, even a member who isn't connected", async () => {
    const people = [playgroundIds.noor, playgroundIds.ada];
    const chosen = { name: "Kept", permissions: ["assign_host", "create_report"], people };
    const refusal = shown(await ada().submit(await openForm(), chosen));
    expect(refusal.text).toContain(`<@${playgroundIds.ada}> isn't connected to a workspace user`);
    const again = opened(await ada().press(refusal, "Fix it"));
    expect(chosenIn(again, "permissions")).toEqual(["assign_host", "create_report"]);
    expect(valuesIn(again)).toMatchObject({ people: playgroundIds.noor, others: undefined });
    expect(shown(await ada().submit(again, { people: [playgroundIds.noor] })).text).toContain(
      "Create this role?",
    );
  });
});

describe("a preview", () => {
  test("can be changed, and only the changed role can be made", async () => {
    const question = shown(await ada().run("role create", { name: "First thought" }));
    const form = opened(await ada().press(question, "Change"));
    expect(valuesIn(form)).toMatchObject({ name: "First thought" });
    const changed = await ada().submit(form, { name: "Second thought", others: "186507743" });
    expect(changed.kind).toBe("updated");
    await ada().press(shown(changed), "Create role");
    expect(made("First thought")).toEqual([]);
    expect(made("Second thought")).toHaveLength(1);
  });

  test("that was confirmed while its change was typed isn't shown a second time", async () => {
    const question = shown(await ada().run("role create", { name: "Pressed too early" }));
    const form = opened(await ada().press(question, "Change"));
    await ada().press(question, "Create role");
    expect(textOf(await ada().submit(form, { name: "Too late" }))).toContain(
      "The role was already sent, so your change wasn't applied",
    );
    expect(made("Too late")).toEqual([]);
  });
});

test("without a response nothing is repeated, and the person learns where to look", async () => {
  const question = shown(await ada().run("role create", { name: "Unclear" }));
  harness.service.faults.add({ kind: "cut", operation: "createRole", when: "after" });
  expect(textOf(await ada().press(question, "Create role"))).toContain("don't know whether it exists");
  expect(made("Unclear")).toHaveLength(1);
});

test("managers are refused, and get no suggestions", async () => {
  expect(textOf(await harness.as("theo").forge.run("role create", { name: "Mine" }))).toContain(
    "Only admins can use this here",
  );
  const asked = [{ permissions: "" }, { name: "permissions", value: "" }] as const;
  expect(await harness.as("theo").forge.suggest("role create", ...asked)).toEqual([]);
});
