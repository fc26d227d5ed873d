import { ApplicationIntegrationType, type Interaction } from "discord.js";
import { describeNotAllowed, isAllowedServer } from "../../allowed-servers.ts";
import type { AppContext } from "../../context.ts";
import type { Membership } from "../../discord/members.ts";
import { UserError } from "../../errors.ts";
import { createButton, createButtonRow, withValue } from "../../ui/buttons.ts";
import { escapeMarkdown, plainText } from "../../ui/escape.ts";
import { formatRelativeAndExact } from "../../ui/time.ts";
import type { Row } from "../../ui/reply.ts";
import { outdatedComponentText } from "../components.ts";
import type { Access, MemberRights } from "../access.ts";
import type { Handler } from "../handler.ts";

/** The guild that an interaction from outside it is about, and what the person proved to be there. */
export interface PrivateGuild {
  readonly guildId: string;
  readonly rights: MemberRights;
  /** `undefined` if no proof was needed. */
  readonly memberName: string | undefined;
}

type Reach = Pick<Handler<never>, "access" | "anywhere" | "findGuildId">;

/** The guild of an interaction, if the bot is installed there. Roles in any other guild are ignored. */
export function findInstalledGuild({
  guildId,
  authorizingIntegrationOwners: owners,
}: Interaction): string | undefined {
  if (guildId === null) return undefined;
  return owners[ApplicationIntegrationType.GuildInstall] === guildId ? guildId : undefined;
}

/**
 * The guild of a command, button, select or form used in a private message or where the bot isn't installed. Such an
 * interaction doesn't include guild membership, so Discord is asked.
 * @throws UserError if there is no guild, or several to choose from, or Discord doesn't reply
 */
export async function resolvePrivateGuild(
  reach: Reach,
  interaction: Interaction,
  ctx: AppContext,
): Promise<PrivateGuild> {
  const { access, anywhere } = reach;
  const isComponent = interaction.isMessageComponent() || interaction.isModalSubmit();
  const named = isComponent ? await reach.findGuildId?.(interaction.customId, ctx) : undefined;
  if (named !== undefined) {
    if (!isReachable(named, access, ctx)) throw new UserError(describeNotAllowed(named, ctx.config));
    const proved = await prove(named, access, interaction.user.id, ctx);
    if (proved === undefined) throw new UserError(notMemberText);
    return assertNotTimedOut(proved, ctx);
  }
  // It works here, but what it is about is gone: a question from days ago.
  if (isComponent && reach.findGuildId !== undefined) throw new UserError(outdatedComponentText);
  if (anywhere === undefined || isComponent) throw new UserError(onlyInServersText);
  return resolveHome({ access, anywhere }, interaction.user.id, ctx);
}

/** A command that also works in private messages. */
export interface Anywhere {
  readonly access: Access;
  /** The custom id of the button that runs the command for a guild. */
  readonly anywhere: (guildId: string) => string;
}

async function resolveHome(
  { access, anywhere }: Anywhere,
  discordUserId: string,
  ctx: AppContext,
): Promise<PrivateGuild> {
  const guilds = await readGuildCandidates(access, discordUserId, ctx);
  const home = await ctx.store.homeGuilds.find(discordUserId);
  if (home !== undefined && guilds.includes(home)) {
    const proved = await prove(home, access, discordUserId, ctx);
    if (proved !== undefined) return assertNotTimedOut(proved, ctx);
  }
  const found = await filterProvable(guilds, access, discordUserId, ctx);
  const [only] = found;
  if (only !== undefined && found.length === 1) return assertNotTimedOut(only, ctx);
  if (only === undefined) throw new UserError(await describeNoGuild(access, discordUserId, ctx));
  throw new UserError(chooseText, { components: createGuildButtons(found, anywhere) });
}

/** Rows of buttons, one for each server the person may choose. */
export async function createGuildChoices(
  { access, anywhere }: Anywhere,
  discordUserId: string,
  ctx: AppContext,
): Promise<readonly Row[]> {
  const guilds = await readGuildCandidates(access, discordUserId, ctx);
  return createGuildButtons(await filterProvable(guilds, access, discordUserId, ctx), anywhere);
}

export const chooseText =
  "You're known in several servers. Which one is this about? I'll remember it; you can choose another one at any time.";
const notMemberText = "Discord says you aren't in that server anymore, or I'm not. Nothing was done.";
const onlyInServersText = "I only work in servers, so nothing was done. Use the command in your server.";
const unsureText =
  "Discord didn't say whether you're still in the server, so I'm not showing anything. Nothing was done. Try again in a minute.";

async function describeNoGuild(access: Access, discordUserId: string, ctx: AppContext): Promise<string> {
  if (!needsProof(access))
    return "I don't keep anything about you in any server, so there's nothing to show or delete.";
  const connected = await ctx.store.personalData.connectedGuilds(discordUserId);
  const notAllowed = connected.find((guildId) => !isAllowedServer(guildId, ctx.config));
  return notAllowed !== undefined
    ? describeNotAllowed(notAllowed, ctx.config)
    : "You aren't connected to a workspace user in any server that we're both in. Connect yourself in your server with `/account connect`.";
}

/** A person's own data is shown with access `everyone`; it is stored whether or not they are still in the server. */
const needsProof = (access: Access): boolean => access !== "everyone";

/** A person's own data stays theirs to see and delete where the bot no longer works. */
function isReachable(guildId: string, access: Access, { config }: Pick<AppContext, "config">): boolean {
  return !needsProof(access) || isAllowedServer(guildId, config);
}

export async function readGuildCandidates(
  access: Access,
  discordUserId: string,
  ctx: AppContext,
): Promise<readonly string[]> {
  const { personalData } = ctx.store;
  const guildIds = needsProof(access)
    ? await personalData.connectedGuilds(discordUserId)
    : await personalData.listGuilds(discordUserId);
  return guildIds.filter((guildId) => isReachable(guildId, access, ctx));
}

interface NamedGuild extends PrivateGuild {
  readonly guildName: string;
  readonly timedOutUntil: number | undefined;
}

/** @throws UserError while a moderator's timeout also keeps them from using anything in the server */
function assertNotTimedOut(guild: NamedGuild, { now }: Pick<AppContext, "now">): PrivateGuild {
  const { guildName, timedOutUntil } = guild;
  if (timedOutUntil === undefined || timedOutUntil <= now()) return guild;
  const until = formatRelativeAndExact(Temporal.Instant.fromEpochMilliseconds(timedOutUntil));
  throw new UserError(
    `You're timed out in ${escapeMarkdown(guildName, 60)}. Nothing was done. The timeout ends: ${until}.`,
  );
}

/** A longer menu helps nobody, and each guild costs a request. */
const maxGuilds = 20;

async function filterProvable(
  guildIds: readonly string[],
  access: Access,
  discordUserId: string,
  ctx: AppContext,
): Promise<readonly NamedGuild[]> {
  const some = guildIds.slice(0, maxGuilds);
  const found = await Promise.all(some.map((guildId) => prove(guildId, access, discordUserId, ctx)));
  const provable = found.filter((guild) => guild !== undefined);
  if (needsProof(access) || provable.length < 2) return provable;
  return Promise.all(
    provable.map(async (guild) => ({
      ...guild,
      guildName: (await findGuildName(guild.guildId, discordUserId, ctx)) ?? guild.guildName,
    })),
  );
}

/**
 * As Discord says, as far as it says anything: several servers may use one workspace, or call theirs alike. Otherwise as
 * the server calls its first workspace.
 */
export async function findGuildName(
  guildId: string,
  discordUserId: string,
  { memberships, store, log }: Pick<AppContext, "memberships" | "store" | "log">,
): Promise<string | undefined> {
  const [membership, [link]] = await Promise.all([
    memberships.find(guildId, discordUserId).catch((error: unknown): undefined => {
      log.info("Discord didn't say what a server is called", { guildId, error });
    }),
    store.guildLinks.list(guildId),
  ]);
  return membership?.guildName ?? link?.name;
}

/** `undefined` for non-members. @throws UserError if Discord doesn't reply */
async function prove(
  guildId: string,
  access: Access,
  discordUserId: string,
  ctx: AppContext,
): Promise<NamedGuild | undefined> {
  if (!needsProof(access)) {
    const [link] = await ctx.store.guildLinks.list(guildId);
    const rights = { roleIds: [], hasManageServer: false };
    const guildName = link?.name ?? `Server ${guildId}`;
    return { guildId, rights, memberName: undefined, guildName, timedOutUntil: undefined };
  }
  const membership = await findMembership(guildId, discordUserId, ctx);
  if (membership === undefined) return undefined;
  const { roleIds, hasManageServer, memberName, guildName, timedOutUntil } = membership;
  return { guildId, rights: { roleIds, hasManageServer }, memberName, guildName, timedOutUntil };
}

async function findMembership(
  guildId: string,
  discordUserId: string,
  { memberships, log }: Pick<AppContext, "memberships" | "log">,
): Promise<Membership | undefined> {
  try {
    return await memberships.find(guildId, discordUserId);
  } catch (error) {
    log.warn("Discord didn't say whether somebody is a member", { guildId, error });
    throw new UserError(unsureText, { cause: error });
  }
}

const buttonsInRow = 5;

function createGuildButtons(
  guilds: readonly NamedGuild[],
  createId: (guildId: string) => string,
): readonly Row[] {
  const byName = Map.groupBy(guilds, ({ guildName }) => guildName);
  const buttons = guilds.map(({ guildId, guildName }) => {
    const name = plainText(guildName, 80) || `Server ${guildId}`;
    const isAlone = byName.get(guildName)?.length === 1;
    const label = isAlone ? name : withValue(plainText(guildName, 50), guildId);
    return createButton({ customId: createId(guildId), label });
  });
  return Array.from({ length: Math.ceil(buttons.length / buttonsInRow) }, (_, row) =>
    createButtonRow(...buttons.slice(row * buttonsInRow, (row + 1) * buttonsInRow)),
  ).flat();
}
