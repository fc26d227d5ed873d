import { type PlaygroundClock, tellingClock } from "./clock.ts";
import { channelDeletion } from "./channel-deletion.ts";
import { discordSwitches } from "./discord-switches.ts";
import type { DiscordEmulator } from "./discord/index.ts";
import type { Control } from "./page-api/switches.ts";
import { sendingDenied } from "./deny-sending.ts";
import type { ServiceEmulator } from "./service/index.ts";
import { serviceSwitches } from "./service-switches.ts";

export interface ControlTargets {
  readonly service: ServiceEmulator;
  readonly clock: PlaygroundClock;
  /** Called on use: the page is mounted while the emulator starts. */
  readonly discord: () => DiscordEmulator;
  /** When the bot's next scheduled post is due; `undefined` if nothing is scheduled. */
  readonly nextPostAt: () => Promise<number | undefined>;
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** The page's controls for the service, Discord and the clock, in the order shown. */
export function playgroundControls({
  service,
  clock,
  discord,
  nextPostAt,
}: ControlTargets): readonly Control[] {
  // Every open page shows the new time, not just the one that moved it.
  const moved = tellingClock(clock, () => discord().touch());
  return [
    ...serviceSwitches(service),
    {
      id: "discord-drop",
      group: "discord",
      kind: "action",
      label: "Drop the connection",
      hint: "The bot reconnects and resumes by itself.",
      run: () => (discord().faults.dropSockets(), "The bot's connection was dropped."),
    },
    {
      id: "discord-invalidate",
      group: "discord",
      kind: "action",
      label: "Invalidate the session",
      hint: "The bot has to log in again.",
      run: () => (discord().faults.invalidateSessions(false), "The bot's session was invalidated."),
    },
    ...discordSwitches(discord),
    sendingDenied(discord),
    privateMessagesRefused(discord),
    channelDeletion(discord),
    clockStep(moved, "hour", "Forward an hour", hourMs),
    clockStep(moved, "day", "Forward a day", dayMs),
    clockStep(moved, "week", "Forward a week", 7 * dayMs),
    toNextPost(moved, nextPostAt),
  ];
}

function privateMessagesRefused(discord: () => DiscordEmulator): Control {
  let refused = false;
  return {
    id: "discord-private",
    group: "discord",
    kind: "switch",
    label: "Private messages blocked",
    hint: "Nobody accepts private messages from the bot.",
    isOn: () => refused,
    run(isOn) {
      refused = isOn;
      const members = discord().guilds.flatMap((guild) => guild.members);
      for (const { discordUserId } of members) discord().refusePrivateMessages(discordUserId, isOn);
      return isOn ? "Private messages are blocked." : "Private messages get through again.";
    },
  };
}

function clockStep(clock: PlaygroundClock, id: string, label: string, byMs: number): Control {
  return {
    id: `clock-${id}`,
    group: "clock",
    kind: "action",
    label,
    run() {
      clock.advance(byMs);
      return clockSays(clock);
    },
  };
}

function toNextPost(clock: PlaygroundClock, nextPostAt: ControlTargets["nextPostAt"]): Control {
  return {
    id: "clock-next-post",
    group: "clock",
    kind: "action",
    label: "To the next scheduled post",
    hint: "Of the schedules that post a new message. Live boards are edited all along.",
    async run() {
      const at = await nextPostAt();
      if (at === undefined)
        return "Nothing is scheduled, so the clock wasn't moved. Use /schedule add first.";
      clock.advanceTo(at);
      return `${clockSays(clock)} The post appears within seconds.`;
    },
  };
}

function clockSays(clock: PlaygroundClock): string {
  const moment = new Date(clock.now()).toLocaleString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
  });
  return `It's now ${moment} (UTC).`;
}
