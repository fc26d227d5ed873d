import { expect, test } from "vitest";
import { createSuggestedNames } from "../../src/interactions/suggested-names.ts";

const place = { guildId: "1", discordUserId: "2", linkKey: "a", option: "person" };

test("a suggestion's name stands for its value, for that person, server, workspace and option only", () => {
  const names = createSuggestedNames(() => 0);
  names.note(place, [
    { name: "Mia · @mia · 4711", value: "4711" },
    { name: "latte", value: "latte" },
  ]);
  expect(names.toValue(place, " Mia · @mia · 4711 ")).toBe("4711");
  for (const other of [{ guildId: "3" }, { discordUserId: "3" }, { linkKey: "b" }, { option: "customer" }])
    expect(names.toValue({ ...place, ...other }, "Mia · @mia · 4711")).toBe("Mia · @mia · 4711");
  expect(names.toValue(place, "latte")).toBe("latte");
  expect(names.toValue(place, "Mia")).toBe("Mia");
});

test("a name by which several suggestions were shown stands for none of them", () => {
  const names = createSuggestedNames(() => 0);
  names.note(place, [{ name: "Rota", value: "a1" }]);
  names.note(place, [{ name: "Rota", value: "b2" }]);
  names.note(place, [{ name: "Rota", value: "a1" }]);
  expect(names.toValue(place, "Rota")).toBe("Rota");
});

test("names are kept for an hour, and the latest ten thousand at most", () => {
  let now = 0;
  const names = createSuggestedNames(() => now);
  names.note(place, [{ name: "Mia", value: "4711" }]);
  now = 3_599_999;
  expect(names.toValue(place, "Mia")).toBe("4711");
  names.note(place, [{ name: "Theo", value: "4712" }]);
  now = 3_600_000;
  expect([names.toValue(place, "Mia"), names.toValue(place, "Theo")]).toEqual(["Mia", "4712"]);
  for (let at = 0; at < 10_000; at += 1) names.note(place, [{ name: `Person ${at}`, value: `${at}` }]);
  expect([names.toValue(place, "Theo"), names.toValue(place, "Person 0")]).toEqual(["Theo", "0"]);
});
