import { expect, test } from "vitest";
import { patient } from "../support/patience.ts";
import { shown } from "../support/replies.ts";
import { startTwoBots } from "../support/two-bots.ts";

test("with two bots on one Postgres, one answers each press, and ten presses make one order", async () => {
  await using two = await startTwoBots({}, { stretch: patient });
  const { service, bots } = two;

  const before = service.state.orders.size;
  const mia = two.as("mia");
  const preview = await mia.run("order create", { items: "Flat white" });
  if (preview.kind !== "message") throw new Error(preview.kind);
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => mia.press(preview.message, "Log order")),
  );
  expect(service.state.orders.size - before).toBe(1);
  expect(service.requests.filter(({ operation }) => operation === "createOrder")).toHaveLength(1);
  for (const outcome of outcomes) expect(outcome.kind).not.toBe("failed");
  expect(mia.read().find(({ id }) => id === preview.message.id)?.text).toMatch(/logged/);

  const second = shown(await mia.run("order create", { items: "Espresso" }));
  const pressed = await mia.press(second, "Log order");
  expect(pressed.kind).toBe("updated");
  expect(mia.read().find(({ id }) => id === second.id)?.text).toMatch(/logged/);
  expect(bots.map((bot) => bot.output()).join("")).not.toContain("40060");
});
