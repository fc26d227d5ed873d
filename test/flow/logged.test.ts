// Depends on: nothing that varies.
import { expect, test } from "vitest";
import { link, startHarness } from "../support/harness.ts";
import { textOf } from "../support/replies.ts";

test("the log never contains the Discord token or a workspace key, whatever they look like", async () => {
  const botToken = "neither-dots-nor-digits";
  await using harness = await startHarness({ linked: false, botToken });
  const key = harness.service.issueToken("a-key-of-plain-words");
  const { ctx } = harness.app;
  await link(ctx, { workspaceId: harness.service.workspaceId, token: key });
  expect(textOf(await harness.as("mia").run("calendar"))).toMatch(/this week/i);
  ctx.log.error("something is odd", { error: new Error(`it said ${botToken} and ${key}`) });
  expect(harness.logs.find((line) => line.includes("something is odd"))).toContain(
    "it said [hidden] and [hidden]",
  );
});
