import { expect, test } from "vitest";
import { createSuggestedNames } from "../../src/interactions/suggested-names.ts";

const place = { guildId: "1", discordUserId: "2", option: "person" };

test("a suggestion's name stands for its value, for that person, server and option only", () => {
  const names = createSuggestedNames();
  names.note(place, [
    { name: "Mia · @mia · 4711", value: "4711" },
    { name: "latte", value: "latte" },
  ]);
  expect(names.toValue(place, " Mia · @mia · 4711 ")).toBe("4711");
  for (const other of [{ guildId: "3" }, { discordUserId: "3" }, { option: "customer" }])
    expect(names.toValue({ ...place, ...other }, "Mia · @mia · 4711")).toBe("Mia · @mia · 4711");
  expect(names.toValue(place, "latte")).toBe("latte");
  expect(names.toValue(place, "Mia")).toBe("Mia");
});

test("a name by which several suggestions were shown stands for none of them", () => {
  const names = createSuggestedNames();
  names.note(place, [{ name: "Rota", value: "a1" }]);
  names.note(place, [{ name: "Rota", value: "b2" }]);
  names.note(place, [{ name: "Rota", value: "a1" }]);
  expect(names.toValue(place, "Rota")).toBe("Rota");
});
