import { expect, test } from "vitest";
import { link, startHarness } from "../support/harness.ts";
import { textOf } from "../support/seen.ts";

test("the log hides the Discord token and a workspace's key whatever they look like, from first to last", async () => {
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
