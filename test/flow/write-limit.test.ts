// Depends on: transport.
import { expect, test } from "vitest";
import { startHarness } from "../support/harness.ts";
import { newestText, presentText, shown } from "../support/replies.ts";

test("a person who confirms too much in a minute has to wait, loses nothing, and continues afterwards", async () => {
  await using harness = await startHarness({ writesPerMinute: 2 });
  const [mia, noor] = [harness.as("mia"), harness.as("noor")];
  const ask = async (person = mia) => shown(await person.run("order create", { items: "Tea" }));
  const sent = () => harness.service.requests.filter(({ operation }) => operation === "createOrder").length;
  for (let count = 0; count < 2; count += 1) await mia.press(await ask(), "Log order");

  const held = await ask();
  await mia.press(held, "Log order");
  expect(newestText(mia)).toMatch(/wasn't sent\. Nothing is lost: press the button again in \d+ seconds/);
  expect(sent()).toBe(2);
  await noor.press(await ask(noor), "Log order");
  expect(sent()).toBe(3);

  harness.clock.advance(60_000);
  await mia.press(held, "Log order");
  expect(presentText(mia, held)).toMatch(/Order #\d+ logged/);
});
