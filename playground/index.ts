import type { PlaygroundClock } from "./clock.ts";
import { playgroundControls } from "./controls.ts";
import { type DiscordStandIn, seedWithBakery, startDiscordStandIn } from "./discord/index.ts";
import { mountControls } from "./page-controls.ts";
import { servePage } from "./page-server.ts";
import { mountServiceRequests } from "./page-service-requests.ts";
import { type LinkableWorkspace, mountWorkspaces } from "./page-workspaces.ts";
import { type ServiceStandIn, startServiceStandIn, type WorkspaceStandIn } from "./service/index.ts";

export interface Playground {
  readonly discord: DiscordStandIn;
  /** The café, and beside it a bakery that no server is linked to yet. */
  readonly service: ServiceStandIn;
  close(): Promise<void>;
}

export interface PlaygroundOptions {
  /** When the bot posts next by itself; the page's clock can be moved there. */
  readonly nextPostAt?: () => Promise<number | undefined>;
  /** Whether a server has what it needs; until then the page says how it begins. */
  readonly isSetUp?: (guildId: string) => Promise<boolean>;
  /** Guests keep ordering, so that no list of open orders stands empty. */
  readonly isBusy?: boolean;
}

/** Both stand-ins and the page, on loopback only. Nothing leaves this machine. */
export async function startPlayground(
  port: number,
  clock: PlaygroundClock,
  { nextPostAt = async () => undefined, isSetUp = async () => false, isBusy = false }: PlaygroundOptions = {},
): Promise<Playground> {
  await using starting = new AsyncDisposableStack();
  const service = await startServiceStandIn({ now: clock.now, isBusy });
  starting.defer(() => service.close());
  service.addWorkspace({ name: "Harbour Bakery" });
  const discord: DiscordStandIn = await startDiscordStandIn({
    port,
    now: clock.now,
    seed: seedWithBakery,
    isSetUp,
    extraRoutes(app) {
      servePage(app);
      mountWorkspaces(app, () => service.others.map(linkable));
      mountServiceRequests(app, { subscribe: (listener) => service.onExchange(listener) });
      mountControls(app, playgroundControls({ service, clock, discord: () => discord, nextPostAt }));
    },
  });
  starting.defer(() => discord.close());
  const running = starting.move();
  return { discord, service, close: () => running.disposeAsync() };
}

function linkable({ workspaceId, token, state }: WorkspaceStandIn): LinkableWorkspace {
  return { name: state.workspace.name, workspaceId, key: token };
}
