import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { startKillableImport, textNow } from "../support/long/crash-import.ts";
import { shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const { guildId } = playgroundIds;

test("an import of 200 people, killed 50 times, connects each once, and its receipt is complete", async () => {
  await using killable = await startKillableImport();
  const people = Array.from({ length: 190 }, (_, index) => killable.addPerson(index + 1));
  const strangers = Array.from({ length: 10 }, (_, index) => killable.addPerson(index + 501));
  for (const { discordUserId } of strangers) killable.discord.removeMember(guildId, discordUserId);
  const text = [...people, ...strangers].map((each) => `${each.discordUserId},${each.userId}`).join("\n");
  const ada = killable.as("ada");
  const file = { name: "team.csv", data: Buffer.from(text) };
  const begun = shown(await ada.run("account import", { file }));
  const isChecked = () => textNow(killable, begun).startsWith("Checked");
  const early = await killable.killOften(25, 6, isChecked);
  await until("everyone is checked", isChecked, 120_000);
  const current = () => ada.read().find(({ id }) => id === begun.id) ?? begun;
  const review = shown(await ada.press(current(), "Review and connect"));
  expect(review.text).toContain("Connect 190 people?");
  await ada.press(review, "Connect 190 people");
  const isDone = () => /190 people connected$/m.test(textNow(killable, begun));
  const late = await killable.killOften(50 - early, 4, isDone);
  expect(early + late).toBe(50);
  await until("the receipt is there", isDone, 120_000);

  const receipt = current();
  expect(receipt.text).toContain("10 people not connected");
  const lines = (await (await fetch(receipt.attachments[0]?.url ?? "")).text()).trim().split("\r\n");
  expect(lines).toHaveLength(11);
  await killable.stopBot();
  await killable.withStore(async (store) => {
    expect(await store.accounts.count(guildId)).toBe(190);
    for (const { discordUserId, userId } of people)
      expect((await store.accounts.ofMember(guildId, discordUserId))?.userId).toBe(userId);
    const entries = await store.audit.list(guildId, { action: "account.import" }, { limit: 10 });
    expect(entries.map(({ detail }) => detail)).toEqual([{ connected: 190, already: 0, refused: 10 }]);
    const pairs = await store.audit.list(guildId, { action: "account.connect" }, { limit: 500 });
    expect(pairs).toHaveLength(190);
    expect(new Set(pairs.map(({ target }) => target))).toEqual(new Set(people.map(({ userId }) => userId)));
  });
});
