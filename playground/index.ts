import type { PlaygroundClock } from "./clock.ts";
import { playgroundControls } from "./controls.ts";
import { cafeEvents } from "./cafe-events.ts";
import {
  type DiscordEmulator,
  playgroundIds,
  seedAtWork,
  seedWithBakery,
  startDiscordEmulator,
} from "./discord/index.ts";
import { mountControls } from "./page-api/switches.ts";
import { servePage } from "./page-server.ts";
import { mountServiceRequests } from "./page-api/requests.ts";
import { type LinkableWorkspace, mountThings, type IdToUse } from "./page-api/things.ts";
import { type ServiceEmulator, startServiceEmulator, type WorkspaceEmulator } from "./service/index.ts";

export interface Playground {
  readonly discord: DiscordEmulator;
  /** The café, and a bakery that no server is linked to yet. */
  readonly service: ServiceEmulator;
  /** True while a switch of the page is on, and shortly after any of its controls was used. */
  readonly isFaulty: () => boolean;
  /**
   * Messages posted while `act` runs are dated at that time, in epoch milliseconds. For filling channels
   * before anyone looks: the time is set back for everyone meanwhile.
   */
  backdate<T>(atMs: number, act: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** What a fault broke may still fail shortly afterwards. */
const afterFaultMs = 15_000;

export interface PlaygroundOptions {
  /** When the bot's next scheduled post is due; the page can move its clock there. */
  readonly nextPostAt?: () => Promise<number | undefined>;
  /** Whether a server is set up; until then the page says how to start. */
  readonly isSetUp?: (guildId: string) => Promise<boolean>;
  /** The café at work: its whole staff is there, guests keep ordering, and the page opens as its manager. */
  readonly isAtWork?: boolean;
  /** How long Discord waits for answers; as long as it really does by default. */
  readonly stretch?: (usualMs: number) => number;
}

/** Both emulators and the page, on loopback only. Nothing leaves this machine. */
export async function startPlayground(
  port: number,
  clock: PlaygroundClock,
  {
    nextPostAt = async () => undefined,
    isSetUp = async () => false,
    isAtWork = false,
    stretch,
  }: PlaygroundOptions = {},
): Promise<Playground> {
  await using starting = new AsyncDisposableStack();
  const service = await startServiceEmulator({ now: clock.now, isBusy: isAtWork });
  starting.defer(() => service.close());
  service.addWorkspace({ name: "Harbour Bakery" });
  let sentAt: number | undefined;
  let lastUseMs = Number.NEGATIVE_INFINITY;
  const controls = playgroundControls({ service, clock, discord: () => discord, nextPostAt });
  const discord: DiscordEmulator = await startDiscordEmulator({
    port,
    now: () => sentAt ?? clock.now(),
    seed: isAtWork ? seedAtWork : seedWithBakery,
    ...(isAtWork && { opensAs: "theo" }),
    isSetUp,
    ...(stretch && { stretch }),
    extraRoutes(app) {
      servePage(app);
      mountThings(app, () => ({
        ids: idsToUse(service),
        workspaces: [...service.others, service].map(linkable),
      }));
      mountServiceRequests(app, { subscribe: (listener) => service.onExchange(listener) });
      mountControls(app, controls, () => (lastUseMs = performance.now()));
    },
  });
  starting.defer(() => discord.close());
  discord.planEvents(playgroundIds.guildId, cafeEvents(clock.now()));
  const running = starting.move();
  return {
    discord,
    service,
    isFaulty: () => performance.now() - lastUseMs < afterFaultMs || controls.some(({ isOn }) => isOn?.()),
    async backdate(atMs, act) {
      sentAt = atMs;
      try {
        return await act();
      } finally {
        sentAt = undefined;
      }
    },
    close: () => running.disposeAsync(),
  };
}

/** Ids of the café; things that people find by name aren't listed. */
function idsToUse({ state }: ServiceEmulator): readonly IdToUse[] {
  const guest = [...state.users.values()].find(({ id }) => !state.assignments.has(id));
  const [event] = state.eventIds;
  const [ban] = state.banComments.keys();
  return [
    { what: "An event", id: event, command: "session create-server" },
    { what: "A ban", id: ban, command: "bans" },
    {
      what: `A user nobody is connected to, ${guest?.display_name ?? ""}`,
      id: guest?.id,
      command: "account connect",
    },
  ].flatMap(({ id, ...rest }) => (id === undefined ? [] : [{ ...rest, id }]));
}

function linkable({ workspaceId, token, state }: WorkspaceEmulator): LinkableWorkspace {
  return { name: state.workspace.name, workspaceId, key: token };
}
