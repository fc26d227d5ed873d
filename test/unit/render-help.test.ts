import { expect, test } from "vitest";
import { renderHelp } from "../../commands/help/render.ts";
import { usableBy } from "../../commands/help/usable.ts";
import { commands } from "../../commands/index.ts";
import { toPayload } from "../../src/interactions/answer.ts";
import { checkMessage } from "../../src/playground/discord/check-message.ts";

const mention = (path: string) => `</${path}:1100000000000000999>`;
const pathsOf = (tier: Parameters<typeof usableBy>[0]) =>
  usableBy(tier, commands).flatMap(({ entries }) => entries.map(({ path }) => path));

test("an admin is shown every command there is", () => {
  const all = commands.flatMap(({ json, leaves }) =>
    [...leaves.keys()].map((sub) => `${json.name} ${sub}`.trim()),
  );
  expect(pathsOf("admin").toSorted()).toEqual(all.toSorted());
});

test("staff are shown their commands, and none about the link", () => {
  expect(pathsOf("staff")).toContain("post-delete");
  expect(pathsOf("staff").filter((path) => path.startsWith("link"))).toEqual([]);
});

test("somebody without any role is told who can help, and offered nothing that would refuse them", () => {
  expect(pathsOf("everyone")).toEqual(["help"]);
  const answer = renderHelp({ tier: "everyone", isLinked: true, groups: [] }, mention);
  expect(answer.embeds?.[0]?.description).toContain(`name your role with ${mention("link access")}`);
});

test("an unlinked server is told how to link, by whom", () => {
  const description = (tier: "staff" | "admin") =>
    renderHelp({ tier, isLinked: false, groups: [] }, mention).embeds?.[0]?.description;
  expect(description("admin")).toContain(`Link it with ${mention("link set")}`);
  expect(description("staff")).toContain("Someone with *Manage Server*");
});

test("the whole help fits into one message, nothing cut off", () => {
  const groups = usableBy("admin", commands);
  const answer = renderHelp({ tier: "admin", isLinked: false, groups }, mention);
  checkMessage({ ...toPayload(answer) }, { fileNames: [] });
  const text = JSON.stringify(answer);
  for (const { entries } of groups) for (const { path } of entries) expect(text).toContain(mention(path));
  expect(text).not.toContain("…");
});
