import type { WorkspaceApi } from "../../api/client.ts";
import type { AppContext } from "../../context.ts";
import { KeyNotOpenedError, UserError } from "../../errors.ts";
import { scopeOf } from "../../domain/link-scope.ts";
import type { GuildLink } from "../../store/guild-links.ts";
import { linkSealContext } from "../../vault/seal-context.ts";
import { VaultError } from "../../vault/vault.ts";

const notLinkedText = "This server is not linked to a workspace yet, so there was nothing to ask.";
const linkRemovedText =
  "This is about a workspace that this server is no longer linked to, so nothing was done. Please run the command again.";

/** A guild may have so many workspaces. */
export const maxLinksPerGuild = 10;

export interface LinkedWorkspace {
  readonly link: GuildLink;
  readonly workspaceId: string;
  /** Given when the guild has several workspaces, and so has to be told which. */
  readonly workspaceName: string | undefined;
  readonly api: WorkspaceApi;
}

/** Where a workspace is asked for. `linkKey` is set on controls, which stay with the workspace they were made for. */
export interface LinkLocation {
  readonly guildId: string;
  readonly channelId: string;
  /** Of a thread, which follows its channel unless it is tied itself. */
  readonly parentChannelId?: string | undefined;
  readonly linkKey: string | undefined;
}

/**
 * The workspace of a place, ready to be called. A token that an older key sealed is sealed anew on the way.
 * @throws UserError when the guild is not linked, KeyNotOpenedError when its token cannot be opened
 */
export async function resolveWorkspace(place: LinkLocation, ctx: AppContext): Promise<LinkedWorkspace> {
  const links = await ctx.store.guildLinks.list(place.guildId);
  const link = await selectLink(links, place, ctx);
  const token = await openToken(link, ctx);
  return {
    link,
    workspaceId: link.workspaceId,
    workspaceName: links.length > 1 ? link.name : undefined,
    api: ctx.connect({ scope: scopeOf(link), workspaceId: link.workspaceId, token }),
  };
}

/**
 * Tells somebody whose tier does not reach that this is not all that is missing.
 * @throws UserError when the guild is not linked
 */
export async function assertLinked(guildId: string, { store }: AppContext): Promise<void> {
  if ((await store.guildLinks.list(guildId)).length > 0) return;
  throw new UserError(
    `${notLinkedText} An admin can link it with \`/link set\`, and say with \`/access set\` who may use me.`,
  );
}

/** The link that a command speaks of: the channel's own, a thread's channel's, else the guild's default, else its oldest. */
async function selectLink(
  links: readonly GuildLink[],
  { guildId, channelId, parentChannelId, linkKey }: LinkLocation,
  { store }: AppContext,
): Promise<GuildLink> {
  const [oldest] = links;
  if (oldest === undefined) throw new UserError(`${notLinkedText} An admin can link it with \`/link set\`.`);
  const tiedTo = (id: string | undefined) =>
    id === undefined ? undefined : store.channelLinks.find(guildId, id);
  const byKey = (key: string | undefined) => links.find((link) => link.linkKey === key);
  if (linkKey !== undefined) {
    const chosen = byKey(linkKey);
    if (chosen === undefined) throw new UserError(linkRemovedText);
    return chosen;
  }
  if (links.length === 1) return oldest;
  return (
    byKey(await tiedTo(channelId)) ??
    byKey(await tiedTo(parentChannelId)) ??
    byKey(await store.guildSettings.get(guildId, "default-link")) ??
    oldest
  );
}

/** Opening costs as much as a question to the database. Gone with the link, which the store reads anew after a change. */
const openedTokens = new WeakMap<GuildLink, string>();

async function openToken(link: GuildLink, ctx: AppContext): Promise<string> {
  const known = openedTokens.get(link);
  if (known !== undefined) return known;
  const { guildId, linkKey, sealedToken } = link;
  const sealContext = linkSealContext(guildId, link.workspaceId);
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
    ctx.log.error("a stored token cannot be opened", { guildId, failure: error.failure });
    throw new KeyNotOpenedError({ cause: error });
  }
}
