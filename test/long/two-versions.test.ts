import { join } from "node:path";
import { expect, test } from "vitest";
import type { Outcome, RequestRecord } from "../../playground/discord/index.ts";
import { patientBot } from "../support/bot-process.ts";
import { patient } from "../support/patience.ts";
import { startReplicas } from "../support/two-bots.ts";

const older = { started: join(import.meta.dirname, "../support/older-version.process.ts") };
const newer = patientBot;
const loadMs = 15_000;
const isRegistration = ({ method, path }: RequestRecord): boolean =>
  method === "PUT" && path.endsWith("/commands");

test("old and new replicas side by side, one of each killed, answer everyone and keep the commands", async () => {
  await using all = await startReplicas({
    replicas: [older, older],
    environment: { LOG_LEVEL: "info" },
    stretch: patient,
  });
  const { discord, bots } = all;
  const registrations = () => discord.requests.filter(isRegistration).length;
  expect(registrations()).toBe(1);
  await all.start(newer);
  await all.start(newer);
  expect(registrations()).toBe(2);
  let later = 0;
  // The log of requests doesn't go back far enough.
  discord.watch((event) => {
    if (event.type === "request" && isRegistration(event.record)) later += 1;
  });

  const texts: string[] = [];
  let unanswered = 0;
  const note = (outcome: Outcome): void => {
    if (outcome.kind === "message" || outcome.kind === "updated") texts.push(outcome.message.text);
    else unanswered += 1;
  };
  const until = performance.now() + loadMs;
  const people = (["mia", "theo", "noor"] as const).map((name) => all.as(name));
  const loads = people.map(async (person) => {
    while (performance.now() < until) {
      const shown = await person.run("calendar");
      note(shown);
      if (shown.kind === "message") note(await person.press(shown.message, "Reload"));
      note(await person.run("help"));
    }
  });
  await new Promise((resolve) => setTimeout(resolve, loadMs / 3));
  await Promise.all([bots[0]?.stop("SIGKILL"), bots[2]?.stop("SIGKILL")]);
  // What an orchestrator does, even with the older version.
  await all.start(older);
  await Promise.all(loads);

  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => /older message|don't know this command/.test(text))).toEqual([]);
  // At most what the two were at when they were killed.
  expect(unanswered).toBeLessThanOrEqual(3);
  expect(later).toBe(0);
  expect(
    all
      .as("ada")
      .commands()
      .map(({ name }) => name),
  ).toContain("calendar");
});
