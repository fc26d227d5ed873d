/** Suggestions while someone types, over few and over thousands of entries. */
import { openStore } from "../commands/store.ts";
import { foldName } from "../src/domain/search.ts";
import { type MinimalDiscord, startMinimalDiscord } from "./minimal-discord/server.ts";
import { type CommandCall, frameOf, guildIdsOf, typingPerson, typingPost } from "./minimal-discord/frames.ts";
import { type Loaded, oneByOne } from "./load.ts";
import { inRounds, median, printComparisons, quantile, tailOf } from "./measure.ts";
import type { MeasuredProcess } from "./measured-process.ts";
import { linkedFolder, startService, startSide } from "./contenders.ts";
import { sized } from "./memory-sizes.ts";

const rounds = sized({ tiny: 2, usual: 3 });
const keystrokes = sized({ tiny: 5, usual: 100 });
const restMs = 5;
const few = 25;
const many = sized({ tiny: 200, usual: 5_000 });
const sizes = ["few", "many"] as const;
type Size = (typeof sizes)[number];

// Each finds something among the first of them already.
const kinds = [
  {
    what: "connected accounts of a server",
    calls: ["", "m", "mi", "mia", "be", "mia b", "10000000"].map(typingPerson),
  },
  {
    what: "posts of the service",
    calls: ["", "w", "wi", "win", "winter", "menu 1", "swaps"].map(typingPost),
  },
] as const;
const firstNames = ["Mia", "Theo", "Noor", "Ada", "Sam", "Priya", "Jonas", "Amara", "Leo", "Sofia"];
const lastNames = ["Bell", "Marsh", "Ødegård", "Kowalski", "Tanaka", "Moreau", "Ibáñez", "Quill"];

interface Running {
  readonly discord: MinimalDiscord;
  readonly process: MeasuredProcess;
}

const guildIds = guildIdsOf(1);
const [guildId = ""] = guildIds;
await using stack = new AsyncDisposableStack();
const running: Readonly<Record<Size, Running>> = { few: await start(few), many: await start(many) };

for (const { what, calls } of kinds) {
  // What the bot has to fetch first may come after the first keystrokes.
  for (const size of sizes) await type(running[size], calls, { wrongIsCounted: true });
  const measured = await inRounds(rounds, sizes, (size) => type(running[size], calls));
  const row = (kind: string, of: (load: Loaded) => number) =>
    ({ what: kind, unit: "ms", floor: measured.few.map(of), ours: measured.many.map(of) }) as const;
  const { label, share } = tailOf(rounds * keystrokes);
  const slow = (loads: readonly Loaded[]): number =>
    quantile(
      loads.flatMap(({ ms }) => ms),
      share,
    );
  printComparisons(
    `Suggestions among ${many} ${what} (${rounds} rounds of ${keystrokes} keystrokes, one at a time)`,
    [
      row("middle", ({ ms }) => median(ms)),
      {
        what: `${label} of all rounds`,
        unit: "ms",
        floor: [slow(measured.few)],
        ours: [slow(measured.many)],
      },
      row("processor time of the bot", ({ cpuMs }) => cpuMs),
    ],
    { ours: `among ${many}`, floor: `among ${few}` },
  );
}

function type(
  { discord, process }: Running,
  calls: readonly CommandCall[],
  { wrongIsCounted = false } = {},
): Promise<Loaded> {
  let typed = 0;
  const nextFrame = () => {
    const call = calls[typed++ % calls.length];
    if (call === undefined) throw new Error("there is nothing to type");
    return frameOf(call, guildId);
  };
  return oneByOne({ discord, process, nextFrame, wrongIsCounted }, keystrokes, restMs);
}

/** A bot whose server and whose service have so many entries. */
async function start(entries: number): Promise<Running> {
  const service = stack.use(await startService({ posts: entries }));
  const discord = stack.use(await startMinimalDiscord(guildIds));
  const dataFolder = await linkedFolder(guildIds);
  await connectAccounts(dataFolder, entries);
  const process = stack.use(await startSide("bot", { discord, serviceUrl: service.url, dataFolder }));
  return { discord, process };
}

async function connectAccounts(dataFolder: string, count: number): Promise<void> {
  const store = await openStore({ databaseUrl: undefined, dataFolder, now: Date.now });
  for (let n = 0; n < count; n++) {
    const first = firstNames[n % firstNames.length] ?? "";
    const last = lastNames[n % lastNames.length] ?? "";
    const displayName = `${first} ${last}${n < 80 ? "" : ` ${n}`}`;
    const username = `${first.toLowerCase()}_${n}`;
    await store.accounts.connect(
      {
        guildId,
        discordUserId: String(1_330_000_000_000_000_000n + BigInt(n)),
        userId: String(100_000_000 + n),
        displayName,
        username,
        avatarUrl: undefined,
        memberName: first,
        connectedByDiscordUserId: "1310000000000000003",
        connectedAt: Date.now(),
      },
      [displayName, username, first].map(foldName),
    );
  }
  await store.close();
}
