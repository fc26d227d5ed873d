import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readSettings } from "../../commands/workspace/feature.ts";
import { renderSettingsPreview, renderSettingsReceipt } from "../../commands/workspace/render-settings.ts";
import { toPayload } from "../../src/ui/reply.ts";
import { checkMessage } from "../../playground/discord/validate-message.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import { someMember, hostileText } from "../support/arbitraries.ts";
import { someContext } from "../support/render-context.ts";

const link = { workspaceId: "w1", name: "Café" };

test("only filled-in fields are shown, and that the current settings are unknown", () => {
  const [shown] = renderSettingsPreview({ theme: "harbour" }).embeds ?? [];
  expect(shown?.fields).toEqual([{ name: "New theme", value: "harbour", inline: true }]);
  expect(shown?.description).toContain("I can't read the current settings, so I can't undo this");
});

test("the preview of a new name alone asks about it in its title", () => {
  const titleOf = (settings: { name?: string; theme?: string }) =>
    renderSettingsPreview(settings).embeds?.[0]?.title;
  expect(titleOf({ name: "Harbour Café & Bar" })).toBe("Rename the workspace to Harbour Café & Bar?");
  expect(titleOf({ name: "Pier", theme: "harbour" })).toBe("Change the workspace's settings?");
});

test("after a new name, the receipt says that the name here is kept, unless it is the same", () => {
  const text = (settings: { name?: string; theme?: string }) =>
    renderSettingsReceipt(settings, link, someContext()).embeds?.[0]?.description;
  expect(text({ name: "Pier" })).toContain("still called **Café**; change that in /link status");
  expect(text({ name: "Café" })).not.toContain("still called");
  expect(text({ theme: "harbour" })).not.toContain("still called");
});

test("surrounding spaces are ignored, and an invisible setting is refused", () => {
  expect(readSettings({ name: " Pier ", theme: " " })).toEqual({ name: "Pier" });
  expect(() => readSettings({ name: "", theme: "\n" })).toThrow("nothing to change");
  expect(() => readSettings({ name: "\u200b", theme: "x" })).toThrow("That `name` has no visible characters");
});

test("whatever is typed, Discord accepts the preview and the receipt", () => {
  fc.assert(
    fc.property(hostileText, hostileText, hostileText, (name, theme, nameHere) => {
      for (const reply of [
        renderSettingsPreview({ name, theme }),
        renderSettingsReceipt({ name, theme }, { ...link, name: nameHere }, someContext()),
      ]) {
        expectWithinLimits(reply, [someMember]);
        checkMessage({ ...toPayload(reply) }, { fileNames: [] });
      }
    }),
    { numRuns: 200 },
  );
});
