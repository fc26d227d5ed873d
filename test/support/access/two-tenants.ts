import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { foldText } from "../../../src/domain/search.ts";
import {
  bakeryCrew,
  bakeryIds,
  type Person,
  PersonError,
  playgroundIds,
  playgroundSeed,
  type SeedGuild,
} from "../../../playground/discord/index.ts";
import type { WorkspaceEmulator } from "../../../playground/service/index.ts";
import { runJob } from "../../../src/jobs/runner.ts";
import { weeks } from "../../../commands/weeks/job.ts";
import type { RoleTier } from "../../../src/store/access-roles.ts";
import { createLinkSealContext } from "../../../src/vault/vault.ts";
import { publicUrl } from "../calendar-address.ts";
import { type Harness, jobTools, startHarness } from "../harness.ts";
import { type Samples, samplesOf } from "./command-options.ts";
import { sampleSchedule } from "../sample-schedule.ts";

const goneId = "0".repeat(24);

/** A guild, the workspace it is linked to, and a word that is in every text of this side alone. */
export interface Side {
  readonly word: string;
  /** Both sides see what the service keeps, so that a word which gets there rightly crosses. */
  readonly isShared: boolean;
  readonly guild: SeedGuild;
  readonly workspace: WorkspaceEmulator;
  /** Every member in every channel that they see. */
  readonly people: readonly Person[];
  readonly memberIds: readonly string[];
  samples(): Samples;
  /** All that is this side's alone, as it is now: the word, and every id. */
  marks(): readonly string[];
  /** Everything that the database keeps under this guild. */
  rows(): string;
}

export interface TwoGuilds extends AsyncDisposable {
  readonly harness: Harness;
  readonly sides: readonly [Side, Side];
  /** Links both, gives their roles tiers, connects the same members to other users in each, and takes their weeks. */
  setUp(): Promise<void>;
}

interface SideParts {
  readonly word: string;
  readonly guild: SeedGuild;
  readonly tiers: readonly (readonly [roleId: string, tier: RoleTier])[];
  readonly managersChannel: string;
  readonly auditChannel: string;
  readonly scheduleId: string;
}

interface SharedParts {
  readonly shared: boolean;
  readonly readRows: (guild: string) => readonly Row[];
}

const { guildId, managerRole, staffRole, managers, audit } = playgroundIds;
const cafeGuild = playgroundSeed.guilds.find(({ id }) => id === guildId) ?? bakeryCrew;
const cafe: SideParts = {
  word: "kelpwort",
  guild: cafeGuild,
  tiers: [
    [managerRole, "manager"],
    [staffRole, "staff"],
  ],
  managersChannel: managers,
  auditChannel: audit,
  scheduleId: "yearly-of-one",
};
const bakery: SideParts = {
  word: "ryewort",
  guild: bakeryCrew,
  tiers: [
    [bakeryIds.headBakerRole, "manager"],
    [bakeryIds.bakerRole, "staff"],
  ],
  managersChannel: bakeryIds.office,
  auditChannel: bakeryIds.office,
  scheduleId: "yearly-of-the-other",
};

/** The same in both guilds: nothing may rest on link keys being different. */
const linkKey = "same";

/** @param shared both are linked to the same workspace, and have only what is kept of a guild to themselves */
export async function startTwoGuilds({ shared }: { readonly shared: boolean }): Promise<TwoGuilds> {
  const harness = await startHarness({ linked: false, sqlite: true, publicUrl });
  const { service } = harness;
  const second = shared ? service : service.addWorkspace({ name: "Bakery Crew" });
  const database = new DatabaseSync(join(harness.dataFolder, "workspace-bot.sqlite"), { readOnly: true });
  const readRows = createRowReader(database);
  const sides = [
    sideOf({ ...cafe, shared, readRows }, service, harness),
    sideOf({ ...bakery, shared, readRows }, second, harness),
  ] as const;
  if (!shared) for (const { workspace, word } of sides) putWordInto(workspace, word);
  return {
    harness,
    sides,
    async setUp() {
      await setUpGuild(cafe, sides[0], harness);
      await setUpGuild(bakery, sides[1], harness);
      await runJob(weeks, jobTools(harness.app));
    },
    async [Symbol.asyncDispose]() {
      database.close();
      await harness[Symbol.asyncDispose]();
    },
  };
}

function sideOf(
  { word, guild, scheduleId, shared, readRows }: SideParts & SharedParts,
  workspace: WorkspaceEmulator,
  { discord }: Harness,
): Side {
  const memberIds = guild.members.map(({ discordUserId }) => discordUserId);
  const rowsOf = (): readonly Row[] => readRows(guild.id);
  return {
    word,
    isShared: shared,
    guild,
    workspace,
    memberIds,
    people: memberIds.flatMap((id) =>
      guild.channels.flatMap((channel) => {
        try {
          return [discord.as(id, channel.id)];
        } catch (error) {
          if (error instanceof PersonError) return [];
          throw error;
        }
      }),
    ),
    samples: () => ({
      // Random people may have deleted the last of something.
      ...samplesOf(workspace, () => goneId),
      memberId: playgroundIds.theo,
      freeMemberId: playgroundIds.mia,
      roleId: guild.roles.at(-1)?.id ?? guild.id,
      channelId: guild.channels[0]?.id ?? guild.id,
      postChannelId: guild.channels[0]?.id ?? guild.id,
      scheduleId,
    }),
    marks: () => [
      word,
      guild.id,
      ...[...guild.roles, ...guild.channels].map(({ id }) => id),
      ...(shared ? [] : idsOf(workspace)),
      ...rowsOf().flatMap(({ id }) => (typeof id === "string" ? [id] : [])),
    ],
    rows: () => JSON.stringify(rowsOf()),
  };
}

async function setUpGuild(
  { word, guild, tiers, managersChannel, auditChannel, scheduleId }: SideParts,
  { workspace, memberIds }: Side,
  { app, clock }: Harness,
): Promise<void> {
  const { store, vault } = app.ctx;
  const { workspaceId, token } = workspace;
  const now = clock.now();
  await store.guildLinks.save(
    {
      guildId: guild.id,
      linkKey,
      workspaceId,
      name: `Workspace ${word}`,
      sealedToken: vault.seal(token, createLinkSealContext(guild.id, workspaceId)),
      linkedByDiscordUserId: guild.ownerId,
      linkedAt: now,
      createdAt: now,
    },
    10,
  );
  for (const { roleId } of await store.accessRoles.list(guild.id))
    await store.accessRoles.remove(guild.id, roleId);
  for (const [roleId, tier] of tiers) await store.accessRoles.set(guild.id, roleId, tier);
  await store.guildSettings.set(guild.id, "managers-channel", managersChannel);
  await store.guildSettings.set(guild.id, "time-requests-channel", managersChannel);
  await store.guildSettings.set(guild.id, "audit-channel", auditChannel);
  await store.schedules.remove(guild.id, scheduleId);
  await store.schedules.create(
    sampleSchedule({
      id: scheduleId,
      guildId: guild.id,
      linkKey,
      channelId: managersChannel,
      makerDiscordUserId: guild.ownerId,
      createdAt: now,
    }),
  );
  // Other users on each side, also of one workspace.
  const users = [...workspace.state.assignments.keys()].toSorted();
  if (guild === bakeryCrew) users.reverse();
  for (const [index, discordUserId] of memberIds.entries()) {
    await store.accounts.disconnect(guild.id, discordUserId);
    // Someone has to be left who may ask for it.
    if (discordUserId === playgroundIds.mia) continue;
    const name = `${playgroundSeed.users.find(({ id }) => id === discordUserId)?.displayName} ${word}`;
    await store.accounts.connect(
      {
        guildId: guild.id,
        discordUserId,
        userId: users[index] ?? "",
        displayName: name,
        username: undefined,
        avatarUrl: undefined,
        memberName: name,
        connectedByDiscordUserId: guild.ownerId,
        connectedAt: now,
      },
      [foldText(name)],
    );
  }
}

/** Ids that one workspace gave out. */
function idsOf({ workspaceId, state }: WorkspaceEmulator): readonly string[] {
  const { users, orders, posts, banComments, roles, eventIds, taskboard } = state;
  const { boards, actions, account } = taskboard;
  const comments = [...banComments.values()].flat().map(({ _id }) => _id);
  const maps = [users, orders, posts, banComments, roles, boards, actions];
  return [workspaceId, account.id, ...maps.flatMap((map) => [...map.keys()]), ...eventIds, ...comments];
}

/** People are the platform's, so their names are left alone. */
function putWordInto({ state }: WorkspaceEmulator, word: string): void {
  const { orders, posts, banComments, roles, assignments, activity, taskboard } = state;
  const texts = [
    orders,
    posts,
    banComments,
    roles,
    assignments,
    activity,
    taskboard.boards,
    taskboard.actions,
  ];
  for (const map of texts) for (const thing of map.values()) putIn(thing, word);
  state.workspace.name += ` ${word}`;
}

const textKeys: ReadonlySet<string> = new Set(["name", "title", "body", "category", "description", "group"]);

function putIn(thing: unknown, word: string): void {
  if (typeof thing !== "object" || thing === null) return;
  for (const [key, value] of Object.entries(thing)) {
    if (typeof value === "string" && textKeys.has(key)) Reflect.set(thing, key, `${value} ${word}`);
    else if (key === "items") Reflect.set(thing, key, worded(value, word));
    else putIn(value, word);
  }
}

function worded(items: unknown, word: string): unknown {
  return Array.isArray(items) ? items.map((item) => `${item} ${word}`) : items;
}

type Row = Readonly<Record<string, unknown>>;

/** Reads a guild's rows past the bot, so that nothing it leaves out is missed. */
function createRowReader(database: DatabaseSync): (guild: string) => readonly Row[] {
  const statements = database
    .prepare(
      "select m.name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'guild_id' where m.type = 'table'",
    )
    .all()
    .map(({ name }) => database.prepare(`select * from "${String(name)}" where guild_id = ?`));
  return (guild) => statements.flatMap((statement) => statement.all(guild));
}
