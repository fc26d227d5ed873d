import type { WorkspaceApi } from "../../api/client.ts";
import type { AppContext } from "../../context.ts";
import { keyNotOpenedText } from "../../error-text.ts";
import { KeyNotOpenedError, UserError } from "../../errors.ts";
import { getCacheScope } from "../../domain/service-ids.ts";
import type { GuildLink } from "../../store/guild-links.ts";
import { createLinkSealContext, VaultError } from "../../vault/vault.ts";

const notLinkedText = "This server isn't linked to a workspace yet, so nothing was done.";
const linkRemovedText =
  "This is about a workspace this server is no longer linked to, so nothing was done. Run the command again.";

/** Workspaces per guild. */
export const maxLinksPerGuild = 10;

export interface LinkedWorkspace {
  readonly link: GuildLink;
  readonly workspaceId: string;
  /** Set if the guild has several workspaces, so the reply has to say which. */
  readonly workspaceName: string | undefined;
  readonly api: WorkspaceApi;
}

/** Where a workspace is used. `linkKey` is set for components, which stay with the workspace they were created for. */
export interface LinkLocation {
  readonly guildId: string;
  readonly channelId: string;
  /** A thread's channel, whose link it uses unless it has its own. */
  readonly parentChannelId?: string | undefined;
  readonly linkKey: string | undefined;
}

/**
 * The workspace for a location, ready to call. A token sealed with an older key is resealed with the first one.
 * @throws UserError if the guild isn't linked, KeyNotOpenedError if its token can't be decrypted
 */
export async function resolveWorkspace(place: LinkLocation, ctx: AppContext): Promise<LinkedWorkspace> {
  const links = await ctx.store.guildLinks.list(place.guildId);
  const link = await selectLink(links, place, ctx);
  const token = openedTokens.get(link) ?? (await openToken(link, ctx));
  return {
    link,
    workspaceId: link.workspaceId,
    workspaceName: links.length > 1 ? link.name : undefined,
    api: ctx.connect({
      scope: getCacheScope(link),
      workspaceId: link.workspaceId,
      token,
      mayWrite: askWhetherWritable(link, ctx.store),
    }),
  };
}

/** What a guild's workspaces are called, by link key, if it has several, so that what is about one has to say which. */
export async function listWorkspaceNames(
  guildId: string,
  { guildLinks }: Pick<AppContext["store"], "guildLinks">,
): Promise<ReadonlyMap<string, string>> {
  const links = await guildLinks.list(guildId);
  return new Map(links.length > 1 ? links.map(({ linkKey, name }) => [linkKey, name]) : []);
}

/** Kept with the link's session, so it holds nothing of the interaction that opened it. */
function askWhetherWritable(
  { guildId, linkKey }: GuildLink,
  { guildLinks }: AppContext["store"],
): () => Promise<boolean> {
  return async () => (await guildLinks.find(guildId, linkKey))?.isReadOnly === false;
}

/** Tells people whose tier is too low that the link is missing too. @throws UserError if the guild isn't linked */
export async function assertLinked(guildId: string, { store }: Pick<AppContext, "store">): Promise<void> {
  if ((await store.guildLinks.list(guildId)).length > 0) return;
  throw new UserError(
    `${notLinkedText} An admin can set that up with \`/setup\`, and choose who may use the bot.`,
  );
}

/** The link a command uses: the channel's own, a thread's channel's, the guild's default, or its oldest. */
async function selectLink(
  links: readonly GuildLink[],
  { guildId, channelId, parentChannelId, linkKey }: LinkLocation,
  { store }: Pick<AppContext, "store">,
): Promise<GuildLink> {
  const [oldest] = links;
  if (oldest === undefined) throw new UserError(`${notLinkedText} An admin can set that up with \`/setup\`.`);
  const findBoundKey = (id: string | undefined) =>
    id === undefined ? undefined : store.channelLinks.find(guildId, id);
  const byKey = (key: string | undefined) => links.find((link) => link.linkKey === key);
  if (linkKey !== undefined) {
    const chosen = byKey(linkKey);
    if (chosen === undefined) throw new UserError(linkRemovedText);
    return chosen;
  }
  if (links.length === 1) return oldest;
  return (
    byKey(await findBoundKey(channelId)) ??
    byKey(await findBoundKey(parentChannelId)) ??
    byKey(await store.guildSettings.get(guildId, "default-link")) ??
    oldest
  );
}

/**
 * Decrypting costs as much as a query. An entry is collected with its link, which the store reads again after a change.
 */
const openedTokens = new WeakMap<GuildLink, string>();

async function openToken(link: GuildLink, ctx: AppContext): Promise<string> {
  const { guildId, linkKey, sealedToken } = link;
  const sealContext = createLinkSealContext(guildId, link.workspaceId);
  try {
    const { plaintext, stale } = ctx.vault.open(sealedToken, sealContext);
    if (stale) {
      const resealed = ctx.vault.seal(plaintext, sealContext);
      await ctx.store.guildLinks.reseal(guildId, linkKey, sealedToken, resealed);
    }
    openedTokens.set(link, plaintext);
    return plaintext;
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    ctx.log.error("a stored workspace key can't be decrypted", { guildId, failure: error.failure });
    throw new KeyNotOpenedError(keyNotOpenedText, { cause: error });
  }
}
