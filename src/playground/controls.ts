import { type PlaygroundClock, tellingClock } from "./clock.ts";
import type { DiscordStandIn } from "./discord/index.ts";
import type { Control } from "./page-controls.ts";
import { sendingTaken } from "./sending-taken.ts";
import type { Fault, ServiceStandIn } from "./service/index.ts";

export interface ControlTargets {
  readonly service: ServiceStandIn;
  readonly clock: PlaygroundClock;
  /** Asked for when used: the page is mounted while the stand-in starts. */
  readonly discord: () => DiscordStandIn;
  /** When the bot posts next by itself; `undefined` when nothing is planned. */
  readonly nextPostAt: () => Promise<number | undefined>;
}

const dayMs = 24 * 60 * 60_000;
const always = Number.MAX_SAFE_INTEGER;

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
    serviceFault(service, "slow", "Slow", "Each answer takes 4 seconds.", {
      kind: "slow",
      ms: 4_000,
      times: always,
    }),
    serviceFault(service, "failing", "Failing", "Each request ends in an error of the service.", {
      kind: "status",
      status: 500,
      times: always,
    }),
    serviceFault(service, "limited", "Limit used up", "Too many requests: refused for 23 seconds.", {
      kind: "status",
      status: 429,
      resetSeconds: 23,
      times: always,
    }),
    serviceFault(service, "cut", "Connection cut", "The work is done, but the answer never arrives.", {
      kind: "cut",
      when: "after",
      times: always,
    }),
    serviceFault(service, "nonsense", "Nonsense", "A web page instead of data.", {
      kind: "nonsense",
      form: "html",
      times: always,
    }),
    keyRevoked(service),
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
    clockStep(moved, "day", "Forward a day", dayMs),
    clockStep(moved, "week", "Forward a week", 7 * dayMs),
    toNextPost(moved, nextPostAt),
  ];
}

function serviceFault(
  service: ServiceStandIn,
  id: string,
  label: string,
  hint: string,
  fault: Fault,
): Control {
  let takeBack: (() => void) | undefined;
  return {
    id: `service-${id}`,
    group: "service",
    kind: "switch",
    label,
    hint,
    isOn: () => takeBack !== undefined,
    run(isOn) {
      takeBack?.();
      takeBack = isOn ? service.faults.add(fault) : undefined;
      return isOn ? `The service from now on: ${label.toLowerCase()}.` : "The service is well again.";
    },
  };
}

function keyRevoked(service: ServiceStandIn): Control {
  let revoked = false;
  return {
    id: "service-revoked",
    group: "service",
    kind: "switch",
    label: "Key revoked",
    hint: "The service accepts the server's key no more.",
    isOn: () => revoked,
    run(isOn) {
      revoked = isOn;
      if (isOn) service.revokeToken();
      else service.issueToken(service.token);
      return isOn ? "The key was revoked." : "The key is accepted again.";
    },
  };
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
