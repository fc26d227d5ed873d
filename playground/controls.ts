import { type PlaygroundClock, tellingClock } from "./clock.ts";
import { channelDeletion } from "./channel-deletion.ts";
import type { DiscordStandIn } from "./discord/index.ts";
import type { Control } from "./page-controls.ts";
import { sendingTaken } from "./sending-taken.ts";
import type { ServiceStandIn } from "./service/index.ts";
import { serviceSwitches } from "./service-switches.ts";

export interface ControlTargets {
  readonly service: ServiceStandIn;
  readonly clock: PlaygroundClock;
  /** Asked for when used: the page is mounted while the stand-in starts. */
  readonly discord: () => DiscordStandIn;
  /** When the bot posts next by itself; `undefined` when nothing is planned. */
  readonly nextPostAt: () => Promise<number | undefined>;
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** What the page's other side can do to the service, to Discord and to the clock, in the order it is shown. */
export function playgroundControls({
  service,
  clock,
  discord,
  nextPostAt,
}: ControlTargets): readonly Control[] {
  // Every open page shows the new time, not only the one that moved it.
  const moved = tellingClock(clock, () => discord().touch());
  return [
    ...serviceSwitches(service),
    {
      id: "discord-drop",
      group: "discord",
      kind: "action",
      label: "Drop the connection",
      hint: "The bot resumes by itself.",
      run: () => (discord().faults.dropSockets(), "The bot's connection was dropped."),
    },
    {
      id: "discord-invalidate",
      group: "discord",
      kind: "action",
      label: "Invalidate the session",
      hint: "The bot has to log in anew.",
      run: () => (discord().faults.invalidateSessions(false), "The bot's session was invalidated."),
    },
    sendingTaken(discord),
    privateMessagesRefused(discord),
    channelDeletion(discord),
    clockStep(moved, "hour", "Forward an hour", hourMs),
    clockStep(moved, "day", "Forward a day", dayMs),
    clockStep(moved, "week", "Forward a week", 7 * dayMs),
    toNextPost(moved, nextPostAt),
  ];
}

function privateMessagesRefused(discord: () => DiscordStandIn): Control {
  let refused = false;
  return {
    id: "discord-private",
    group: "discord",
    kind: "switch",
    label: "Private messages refused",
    hint: "Nobody takes private messages from the bot.",
    isOn: () => refused,
    run(isOn) {
      refused = isOn;
      const members = discord().guilds.flatMap((guild) => guild.members);
      for (const { discordUserId } of members) discord().refusePrivateMessages(discordUserId, isOn);
      return isOn ? "Private messages are refused from now on." : "Private messages arrive again.";
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
    label: "To the next due post",
    hint: "Of those planned with /schedule add.",
    async run() {
      const at = await nextPostAt();
      if (at === undefined) return "No post is planned, so the clock stays. Plan one with /schedule add.";
      clock.advanceTo(at);
      return `${clockSays(clock)} The post comes within seconds.`;
    },
  };
}

function clockSays(clock: PlaygroundClock): string {
  return `The playground's clock now says ${Temporal.Instant.fromEpochMilliseconds(clock.now()).toString({ smallestUnit: "minute" })}.`;
}
