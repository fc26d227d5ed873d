import type { DiscordFaults, DiscordEmulator } from "./discord/index.ts";
import type { Control } from "./page-api/switches.ts";

const times = Number.MAX_SAFE_INTEGER;

interface Trouble {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  begin(faults: DiscordFaults): void;
}

const troubles: readonly Trouble[] = [
  {
    id: "slow",
    label: "Slow",
    hint: "Each request of the bot takes 2 seconds.",
    begin: (faults) => faults.slowRequests({ delay: 2_000, times }),
  },
  {
    id: "lost",
    label: "Posts whose response is lost",
    hint: "The message is there, but the bot gets an error.",
    begin: (faults) => faults.failRequests({ status: "502-after", pathPart: "/messages", times }),
  },
  {
    id: "limited",
    label: "Posts refused for a while",
    hint: "Too many requests: try again in 5 seconds, each time.",
    begin: (faults) =>
      faults.failRequests({ status: 429, pathPart: "/messages", retryAfterSeconds: 5, times }),
  },
  {
    id: "limited-long",
    label: "Posts refused for 18 hours",
    hint: "Too many requests: try again in 18 hours.",
    begin: (faults) =>
      faults.failRequests({ status: 429, pathPart: "/messages", retryAfterSeconds: 64_800, times }),
  },
  {
    id: "banned",
    label: "Address banned",
    hint: "Every request gets a page that doesn't say for how long.",
    begin: (faults) => faults.failRequests({ status: 429, form: "page", times }),
  },
  {
    id: "stalled",
    label: "Responses that stop halfway",
    hint: "The message is there, but the bot gets only the beginning of the response.",
    begin: (faults) => faults.failRequests({ status: "stall-after", pathPart: "/channels/", times }),
  },
  {
    id: "failing-edits",
    label: "Edits of replies fail",
    hint: "Discord has problems with the replies that take a while. The bot keeps trying.",
    begin: (faults) => faults.failRequests({ status: 503, pathPart: "original", times }),
  },
  {
    id: "full-pins",
    label: "Channels full of pins",
    hint: "Each channel has as many pinned messages as it takes, so nothing more can be pinned.",
    begin: (faults) => faults.limitPins(0),
  },
];

/** Discord's own faults, in the order shown. If two of them make posts fail, the first one shown applies. */
export function discordSwitches(discord: () => DiscordEmulator): readonly Control[] {
  const on = new Set<Trouble>();
  return troubles.map((trouble) => ({
    id: `discord-${trouble.id}`,
    group: "discord",
    kind: "switch",
    label: trouble.label,
    hint: trouble.hint,
    isOn: () => on.has(trouble),
    run(isOn) {
      if (isOn) on.add(trouble);
      else on.delete(trouble);
      const { faults } = discord();
      faults.clear();
      for (const each of troubles.filter((one) => on.has(one))) each.begin(faults);
      return isOn
        ? `Discord from now on: ${trouble.label.toLowerCase()}.`
        : on.size === 0
          ? "Discord works normally again."
          : "That fault is off; the others stay on.";
    },
  }));
}
