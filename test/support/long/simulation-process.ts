import { createHash, createSecretKey, randomBytes } from "node:crypto";
import type { WorkspaceApi } from "../../../src/api/client.ts";
import type { Messenger } from "../../../src/discord/messenger.ts";
import type { AppContext } from "../../../src/context.ts";
import type { JobTools } from "../../../src/jobs/job.ts";
import { noMetrics } from "../../../src/metrics/metrics.ts";
import { posting } from "../../../commands/schedule/delivery/job.ts";
import type { Deliveries } from "../../../commands/schedule/delivery/store.ts";
import type { Schedule, Schedules, Delivery } from "../../../commands/boards/store.ts";
import type { Sends } from "../../../src/store/outbox.ts";
import type { Store } from "../../../src/store/store.ts";
import { createVault, createLinkSealContext } from "../../../src/vault/vault.ts";
import { link } from "../../store/sample-rows.ts";
import { asItIs, finishReply } from "../../../src/ui/finish.ts";
import { treatAsWhole } from "../treat-as-whole.ts";
import { calendarAt, channelsOf, type World } from "./simulation-world.ts";

export interface SimulatedProcess {
  turn(): Promise<void>;
  isDead(): boolean;
}

/** The posting job as one process runs it. Once dead, nothing that it does has an effect. */
export function startProcess(store: Store, world: World): SimulatedProcess {
  const { random } = world;
  let isDead = false;
  const breaks = (share: number): void => {
    if (isDead) throw new Error("the process is dead");
    if (world.isCalm || random() >= share) return;
    isDead = random() < 0.4;
    throw new Error("something broke");
  };
  const shaky =
    <Input extends readonly unknown[], Output>(work: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      breaks(0.04);
      const output = await work(...input);
      breaks(0.04);
      return output;
    };

  // `deliver` asks for its schedule first, in the order of the claim: so each one learns which due time it is for.
  const claimed: Delivery[] = [];
  const { schedules, deliveries, sends } = store;
  const findById = shaky((id: string) => schedules.findById(id));
  const claim = shaky((...input: Parameters<Deliveries["claim"]>) => deliveries.claim(...input));
  const shakyStore: Store = {
    ...store,
    schedules: {
      ...schedules,
      due: shaky((...input: Parameters<Schedules["due"]>) => schedules.due(...input)),
      pauseAll: shaky((...input: Parameters<Schedules["pauseAll"]>) => schedules.pauseAll(...input)),
      async findById(id) {
        const index = claimed.findIndex(({ scheduleId }) => scheduleId === id);
        // It looks again before it posts.
        const [delivery] = index === -1 ? [] : claimed.splice(index, 1);
        const found: Schedule | undefined = await findById(id);
        return delivery === undefined ? found : found && { ...found, mentionRoleId: String(delivery.dueAt) };
      },
    },
    sends: {
      ...sends,
      begin: shaky((...input: Parameters<Sends["begin"]>) => sends.begin(...input)),
      list: shaky((...input: Parameters<Sends["list"]>) => sends.list(...input)),
      own: shaky((...input: Parameters<Sends["own"]>) => sends.own(...input)),
      ownersOf: shaky((...input: Parameters<Sends["ownersOf"]>) => sends.ownersOf(...input)),
      knownMessages: shaky((...input: Parameters<Sends["knownMessages"]>) => sends.knownMessages(...input)),
    },
    deliveries: {
      ...deliveries,
      advance: shaky((...input: Parameters<Deliveries["advance"]>) => deliveries.advance(...input)),
      complete: shaky((...input: Parameters<Deliveries["complete"]>) => deliveries.complete(...input)),
      postpone: shaky((...input: Parameters<Deliveries["postpone"]>) => deliveries.postpone(...input)),
      ready: shaky((...input: Parameters<Deliveries["ready"]>) => deliveries.ready(...input)),
      openIn: shaky((...input: Parameters<Deliveries["openIn"]>) => deliveries.openIn(...input)),
      async claim(...input) {
        const found = await claim(...input);
        claimed.push(...found);
        for (const delivery of found)
          for (const nonce of listNonces(delivery)) world.marks.set(nonce, String(delivery.dueAt));
        return found;
      },
    },
  };
  const tools = makeTools(shakyStore, channelsOf(world, shaky), world);
  return {
    async turn() {
      // What breaks here is tried again with the next tick.
      await posting.run(tools).catch(() => undefined);
    },
    isDead: () => isDead,
  };
}

/** As the bot makes them: one for each time that Discord takes a message for another. */
function listNonces({ scheduleId, dueAt }: Delivery): readonly string[] {
  const digest = (key: string) => createHash("sha256").update(key).digest("base64url").slice(0, 24);
  const first = digest(`${scheduleId} ${dueAt}`);
  return [first, ...[1, 2, 3, 4].map((taken) => digest(`${first} again ${taken}`))];
}

const vault = createVault([{ id: "k1", key: createSecretKey(randomBytes(32)) }]);
const linked = {
  ...link,
  sealedToken: vault.seal("token", createLinkSealContext(link.guildId, link.workspaceId)),
};
const silent = () => undefined;

function makeTools(store: Store, messenger: Partial<Messenger>, world: World): JobTools {
  // The parts that posting a calendar touches.
  const ctx = treatAsWhole<AppContext>({
    store,
    messenger: treatAsWhole<Messenger>({
      ...messenger,
      guildEvents: async () => [],
      finish: (payload) => finishReply(payload, asItIs),
    }),
    memberRoles: treatAsWhole<AppContext["memberRoles"]>({}),
    pictures: treatAsWhole<AppContext["pictures"]>({ draw: async () => undefined }),
    vault,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    now: () => world.clock,
    metrics: noMetrics,
    orderLog: treatAsWhole<AppContext["orderLog"]>({ note: silent }),
    service: treatAsWhole<AppContext["service"]>({ leftOut: () => [] }),
    getAge: () => undefined,
    commandMention: (path) => `/${path}`,
  });
  // The operations that a calendar asks for.
  const api: WorkspaceApi = treatAsWhole<WorkspaceApi>({
    getCalendar: async () => calendarAt(world.clock),
    searchOrders: async () => [],
    listPosts: async () => [],
    withDefaults: () => api,
  });
  const resolveWorkspace = async () => ({
    link: linked,
    workspaceId: link.workspaceId,
    workspaceName: undefined,
    api,
  });
  // Nothing else of the tools is used by posting.
  return treatAsWhole<JobTools>({ ctx, resolveWorkspace });
}
