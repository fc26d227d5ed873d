import type { WorkspaceApi } from "../api/client.ts";
import type { AppContext } from "../context.ts";
import type { Account } from "../store/accounts.ts";
import type { GuildLink } from "../store/guild-links.ts";
import type { MemberTier } from "./access.ts";

/** Who ran, pressed or sent something, as Discord said with this very interaction. */
export interface Invoker extends MemberTier {
  readonly discordUserId: string;
  readonly displayName: string;
}

/** What a handler may touch besides its own arguments. */
export interface GuildContext extends AppContext {
  readonly guildId: string;
  /** Run in a private message or where the bot wasn't added, about a guild that this person is known in. */
  readonly isPrivate: boolean;
  /** The guild's id when it doesn't happen in a channel of the guild. */
  readonly channelId: string;
  /** The channel of the thread that this happens in. */
  readonly parentChannelId: string | undefined;
  readonly invoker: Invoker;
  /** The caller's connected account, asked for once. */
  readonly self: () => Promise<Account | undefined>;
  /**
   * Lets managers pass, and others only when the user is themselves.
   * @throws UserError for everybody else
   */
  readonly admitAbout: (userId: string) => Promise<void>;
}

/** The same in a guild that is linked: the router looked the link up before the handler ran. */
export interface LinkedContext extends GuildContext {
  readonly link: GuildLink;
  readonly workspaceId: string;
  /** The workspace's name here, when this guild has more than one and an answer has to say which. */
  readonly workspaceName: string | undefined;
  readonly api: WorkspaceApi;
}

/** `link` turns an unlinked guild away with a sentence before the handler runs. */
interface Contexts {
  readonly guild: GuildContext;
  readonly link: LinkedContext;
}
export type Needs = keyof Contexts;
export type ContextFor<N extends Needs> = Contexts[N];

const contexts: { readonly [N in Needs]: (ctx: GuildContext | LinkedContext) => ContextFor<N> } = {
  guild: (ctx) => ctx,
  link(ctx) {
    if ("api" in ctx) return ctx;
    throw new Error("a linked handler was admitted without a link");
  },
};

/** The context as its handler declared it. */
export function contextFor<N extends Needs>(needs: N, ctx: GuildContext | LinkedContext): ContextFor<N> {
  return contexts[needs](ctx);
}

/** The link a handler works with, when it works with one. */
export function linkOf(ctx: GuildContext | LinkedContext): GuildLink | undefined {
  return "link" in ctx ? ctx.link : undefined;
}

/** The workspace a handler works on, when it works on one. */
export function workspaceOf(ctx: GuildContext | LinkedContext): string | undefined {
  return "workspaceId" in ctx ? ctx.workspaceId : undefined;
}
