import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Person,
  playgroundIds,
  type SeenForm,
  type SeenMessage,
} from "../../playground/discord/index.ts";
import { openStore } from "../../commands/store.ts";
import { createVault } from "../../src/vault/vault.ts";
import { parseSecretKeys } from "../../src/vault/secret-keys.ts";
import { startBotProcess } from "./bot-process.ts";
import { startEmulators } from "./emulators.ts";
import { onePixel } from "./fill-in.ts";
import { connectAccount, link } from "./harness.ts";
import { until } from "./wait-for.ts";

const { guildId, managers, ada, mia, theo, orders } = playgroundIds;
const mebibyte = 1024 * 1024;
const pictureBytes = 8 * mebibyte;
const picturesPerForm = 3;
/** Each may have five open requests. */
const members = [
  { discordUserId: mia, userId: "104872391", displayName: "Mia", memberName: "Mia" },
  { discordUserId: theo, userId: "118203774", displayName: "Theo", memberName: "Theo" },
  { discordUserId: ada, userId: "310442876", displayName: "Ada", memberName: "Ada" },
] as const;
const secretKeys = `k1:${Buffer.alloc(32, 9).toString("base64")}`;

export interface PassedPictures {
  /** The most that the bot's process had in memory before, and in all. */
  readonly beforeMb: number;
  readonly peakMb: number;
  /** How many pictures each card has. */
  readonly cards: readonly number[];
}

/** Sends so many forms at once, 15 at most, each with the most and largest pictures, to the program in a process of its own. Only on Linux. */
export async function passPictures(forms: number): Promise<PassedPictures> {
  await using running = new AsyncDisposableStack();
  const { discord, service, environment } = running.use(await startEmulators());
  const dataFolder = await mkdtemp(join(tmpdir(), "workspace-bot-pictures-"));
  running.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const store = await openStore({ databaseUrl: undefined, dataFolder, now: Date.now });
  try {
    const ctx = { store, vault: createVault(parseSecretKeys(secretKeys)), now: Date.now };
    await link(ctx, service);
    await store.guildSettings.set(guildId, "time-requests-channel", managers);
    for (const member of members) await connectAccount(ctx, member);
  } finally {
    await store.close();
  }
  const bot = startBotProcess({ ...environment, DATA_FOLDER: dataFolder, SECRET_KEYS: secretKeys });
  running.defer(async () => void (await bot.stop("SIGKILL")));
  await discord.waitForBot();
  const opened: { readonly person: Person; readonly form: SeenForm }[] = [];
  while (opened.length < forms) {
    const member = members[opened.length % members.length] ?? members[0];
    const person = discord.as(member.discordUserId, orders);
    const outcome = await person.run("request time");
    if (outcome.kind !== "form") throw new Error(`no form, but ${JSON.stringify(outcome)}`);
    opened.push({ person, form: outcome.form });
  }
  const beforeMb = await readPeakMb(bot.pid);
  const picture = Buffer.concat([onePixel.data], pictureBytes);
  const proof = Array.from({ length: picturesPerForm }, (_, index) => ({
    name: `proof-${index}.png`,
    data: picture,
  }));
  const day = opened[0]?.form.fields[1]?.options[0]?.value ?? "";
  // Those that wait for others may take longer than a person of the emulator does.
  await Promise.all(
    opened.map(({ person, form }, index) =>
      person.submit(form, { minutes: String(30 + index), day: [day], reason: "Late shift", proof }),
    ),
  );
  const cards = (): readonly SeenMessage[] =>
    discord.messagesIn(managers).filter(({ embeds }) => embeds.length > 0);
  await until("every form has its card", () => cards().length >= forms, 120_000);
  return {
    beforeMb,
    peakMb: await readPeakMb(bot.pid),
    cards: cards().map(({ attachments }) => attachments.length),
  };
}

async function readPeakMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return (Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024) / 1e6;
}
