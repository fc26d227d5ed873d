import { expect, test } from "vitest";
import { GatewayClosedError } from "../../src/discord/client.ts";
import { operatorMessage } from "../../src/start/operator-message.ts";
import { describeOwnError } from "../../src/start/own-errors.ts";
import { TransferError } from "../../src/store/errors.ts";

const closes = [
  [4004, "DISCORD_TOKEN"],
  [4010, "Start it again"],
  [4011, "Start it again"],
  [4012, "Update the bot"],
  [4013, "DISCORD_API_URL"],
  [4014, "DISCORD_API_URL"],
  [4999, "Update the bot"],
] as const;

test.each(closes)(
  "a gateway closed with %d tells the operator what to do, without a stack",
  (code, advice) => {
    const words = operatorMessage(new GatewayClosedError(code));
    expect(words).toContain(advice);
    expect(words).not.toMatch(/\n/);
  },
);

test("an expected error shows its message, any other its stack, with or without Discord", () => {
  const refused = new TransferError("There is no file backup, so nothing was changed.");
  expect(describeOwnError(refused)).toBe("There is no file backup, so nothing was changed.");
  expect(operatorMessage(refused)).toBe(describeOwnError(refused));
  expect(describeOwnError(new Error("unexpected"))).toMatch(/^Error: unexpected\n +at /);
});
