import { afterEach, expect, test } from "vitest";
import { type Harness, startHarness } from "../support/harness.ts";
import { shown } from "../support/shown.ts";

let harness: Harness;
afterEach(() => harness[Symbol.asyncDispose]());

test("help shows each person what they may do, with commands to tap", async () => {
  harness = await startHarness();
  const ada = shown(await harness.as("ada").run("help"));
  expect(ada.private).toBe(true);
  expect(ada.text).toMatch(/<\/link set:\d+>/);
  expect(ada.text).toMatch(/<\/order create:\d+>/);

  const mia = shown(await harness.as("mia").run("help"));
  expect(mia.text).toMatch(/<\/taskboard delete-action:\d+>/);
  expect(mia.text).not.toContain("</link set:");

  const sam = shown(await harness.as("sam").run("help"));
  expect(sam.text).toContain("None of your roles counts as staff here");
  expect(sam.text).not.toContain("</order");
  expect(harness.service.requests).toEqual([]);
});

test("on a server that is not linked, help says how to link it", async () => {
  harness = await startHarness({ linked: false });
  expect(shown(await harness.as("ada").run("help")).text).toMatch(/not linked[\s\S]*<\/link set:\d+>/);
});
