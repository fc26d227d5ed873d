import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createVault } from "../../../src/vault/vault.ts";
import { parseSecretKeys } from "../../../src/vault/secret-keys.ts";
import { openStore } from "../../../commands/store.ts";
import type { Outcome, SeenMessage } from "../../../playground/discord/index.ts";
import { type BotProcess, startBotProcess } from "../bot-process.ts";
import { link } from "../harness.ts";
import { type Emulators, startEmulators } from "../emulators.ts";
import { patient } from "../patience.ts";
import { until } from "../wait-for.ts";

/** Where in the life of a confirmed order the process is killed. */
export type KillPoint =
  | "before the press"
  | "after the press"
  | "before the service works"
  | "once the press was acknowledged"
  | "after the service worked"
  | "after the receipt";

export interface KilledOrder {
  /** How many orders the service has that it had not before. */
  readonly orders: number;
  /** All that the person saw after the restart, by the message itself or by pressing again. */
  readonly told: string;
  /** What could still be pressed then. */
  readonly buttons: readonly string[];
  /** The audit log, as an admin reads it then. */
  readonly record: string;
}

const secretKeys = `k1:${Buffer.alloc(32, 7).toString("base64")}`;

/** A bot in a process of its own, to be killed, between emulators that live on. */
export async function startKillable() {
  const emulators = await startEmulators({ stretch: patient });
  const dataFolder = await mkdtemp(join(tmpdir(), "workspace-bot-kill-"));
  const environment = { ...emulators.environment, DATA_FOLDER: dataFolder, SECRET_KEYS: secretKeys };
  const { clock, service, discord } = emulators;
  const store = await openStore({ databaseUrl: undefined, dataFolder, now: clock.now });
  await link({ store, vault: createVault(parseSecretKeys(secretKeys)), now: clock.now }, service);
  await store.close();
  let bot = await ready(emulators, startBotProcess(environment));

  return {
    /** Prepares an order, kills the bot at the point, starts it again, and presses once more. */
    async killAt(point: KillPoint, delayMs: number): Promise<KilledOrder> {
      service.resetRateLimit();
      const before = service.state.orders.size;
      const mia = emulators.as("mia");
      const preview = shown(await mia.run("order create", { items: "Flat white, Cinnamon bun" }));
      await press(point, delayMs, preview);
      await until("the dead bot's connection is gone", () => discord.connectedShards() === 0);
      bot = await ready(emulators, startBotProcess(environment));

      const left = mia.read().find(({ id }) => id === preview.id);
      const again = left?.buttons.find(({ label }) => label === "Log order");
      const second =
        left === undefined || again === undefined ? undefined : await mia.press(left, again.label);
      return {
        orders: service.state.orders.size - before,
        buttons: (left?.buttons ?? []).map(({ label }) => label),
        record: textOf(await emulators.as("ada").run("audit")),
        told: [mia.read().find(({ id }) => id === preview.id)?.text ?? "", textOf(second)].join("\n"),
      };

      async function press(at: KillPoint, afterMs: number, message: SeenMessage): Promise<void> {
        if (at === "before the press") return void (await bot.stop("SIGKILL"));
        const removeFault =
          at === "before the service works" || at === "once the press was acknowledged"
            ? service.faults.add({ operation: "createOrder", kind: "silent" })
            : at === "after the service worked"
              ? service.faults.add({ operation: "createOrder", kind: "silent", when: "after" })
              : undefined;
        const pressed = mia.press(message, "Log order");
        if (at === "after the press") await sleep(afterMs);
        else if (at === "after the receipt") await pressed;
        else await until("the fault struck", () => service.faults.active.length === 0);
        if (at === "once the press was acknowledged")
          await until("Discord knows of it", () =>
            discord.requests.some(({ path }) => isAnswerAfter(message, path)),
          );
        await bot.stop("SIGKILL");
        removeFault?.();
        // Discord no longer waits for the dead bot's answer.
        clock.advance(patient(4_000));
        // An acknowledged one ends when the next bot tells what is known.
        if (at !== "once the press was acknowledged") await pressed;
      }
    },
    async [Symbol.asyncDispose]() {
      await bot.stop("SIGTERM");
      await emulators[Symbol.asyncDispose]();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function ready(emulators: Emulators, bot: BotProcess): Promise<BotProcess> {
  await Promise.race([
    emulators.discord.waitForBot(),
    bot.ended.then((code) => Promise.reject(new Error(`the bot ended with ${code}: ${bot.output()}`))),
  ]);
  return bot;
}

/** Ids of Discord grow with time. */
function isAnswerAfter({ id }: SeenMessage, path: string): boolean {
  const [, interactionId] = /^\/interactions\/(\d+)\/[^/]+\/callback$/.exec(path) ?? [];
  return interactionId !== undefined && BigInt(interactionId) > BigInt(id);
}

function shown(outcome: Outcome): SeenMessage {
  if (outcome.kind !== "message" && outcome.kind !== "updated")
    throw new Error(`no message: ${outcome.kind}`);
  return outcome.message;
}

function textOf(outcome: Outcome | undefined): string {
  return outcome?.kind === "message" || outcome?.kind === "updated" ? outcome.message.text : "";
}
