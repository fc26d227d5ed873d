import type { WorkspaceApi } from "../api/client.ts";
import type { AppContext } from "../context.ts";
import { UserError } from "../errors.ts";
import type { GuildLink } from "../store/guild-links.ts";
import { linkSealContext } from "../vault/contexts.ts";
import { VaultError } from "../vault/vault.ts";

const notLinked =
  "This server is not linked to a workspace yet, so there was nothing to ask. Someone with *Manage Server* can link it with `/link set`.";
const cannotOpen =
  "This server's key for the workspace is stored with a secret key that the bot no longer has, so nothing was sent. The person who runs the bot can put the old key back into `SECRET_KEYS`, or someone with *Manage Server* can link again with `/link set`.";

export interface LinkedWorkspace {
  readonly link: GuildLink;
  readonly workspaceId: string;
  readonly api: WorkspaceApi;
}

/**
 * The workspace of a guild, ready to be called. A token that an older key sealed is sealed anew on the way.
 * @throws UserError when the guild is not linked, or its token cannot be opened
 */
export async function openLink(guildId: string, ctx: AppContext): Promise<LinkedWorkspace> {
  const link = await ctx.store.guildLinks.find(guildId);
  if (link === undefined) throw new UserError(notLinked);
  const token = await openToken(link, ctx);
  return { link, workspaceId: link.workspaceId, api: ctx.connect(token) };
}

async function openToken(link: GuildLink, ctx: AppContext): Promise<string> {
  const sealContext = linkSealContext(link.guildId, link.workspaceId);
  try {
    const { plaintext, stale } = ctx.vault.open(link.sealedToken, sealContext);
    if (stale) {
      await ctx.store.guildLinks.reseal(
        link.guildId,
        link.sealedToken,
        ctx.vault.seal(plaintext, sealContext),
      );
    }
    return plaintext;
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    ctx.log.error("a stored token cannot be opened", { guildId: link.guildId, failure: error.failure });
    throw new UserError(cannotOpen, { cause: error });
  }
}
