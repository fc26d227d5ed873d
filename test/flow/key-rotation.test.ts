// Depends on: database.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startHarness } from "../support/harness.ts";
import { textOf } from "../support/replies.ts";

const newKey = `k2:${Buffer.alloc(32, 5).toString("base64")}`;

test("an encryption key can be removed once its data was used under the new one", async () => {
  await using harness = await startHarness({ sqlite: true });
  const file = join(harness.dataFolder, "secret.keys");
  const oldKeys = await readFile(file, "utf8");
  const mia = harness.as("mia");
  expect(textOf(await mia.run("calendar"))).toMatch(/this week/i);

  await writeFile(file, `${newKey}\n${oldKeys}`);
  await harness.restart();
  expect(textOf(await mia.run("calendar"))).toMatch(/this week/i);

  await writeFile(file, `${newKey}\n`);
  await harness.restart();
  expect(textOf(await mia.run("calendar"))).toMatch(/this week/i);
});
