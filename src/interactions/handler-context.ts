import type { ReadApi, WorkspaceApi } from "../api/client.ts";
import type { AppContext } from "../context.ts";
import type { Account } from "../store/accounts.ts";
import type { GuildLink } from "../store/guild-links.ts";
import type { DateStyle } from "../ui/formats.ts";
import type { MemberTier } from "./access.ts";
import type { LinkedWorkspace } from "./dispatch/workspace.ts";

/** The person who ran, pressed or sent something, as included in the interaction. */
export interface Invoker extends MemberTier {
  readonly discordUserId: string;
  readonly roleIds: readonly string[];
  readonly displayName: string;
}

/**
 * Whether an interaction's outcome can still reach the person. After 3 s without a reply, Discord tells them that
 * the bot didn't respond, and they press again: from then on, nothing may be done.
 */
export interface Timeliness {
  /** False once Discord has refused the first reply, or might. */
  isInTime(): boolean;
  /** Before anything is done. If Discord might have stopped waiting, it is asked. @throws LeaseEndedError if it did */
  ensureInTime(): Promise<void>;
}

/** What a handler may use besides its own arguments. */
export interface GuildContext extends AppContext {
  readonly guildId: string;
  /** Run in a private message or where the bot isn't installed, about a guild that this person is known in. */
  readonly isPrivate: boolean;
  /** The guild's id if this doesn't happen in one of the guild's channels. */
  readonly channelId: string;
  /** If this happens in a thread, the thread's channel. */
  readonly parentChannelId: string | undefined;
  /** How this server writes dates. */
  readonly dateStyle: DateStyle;
  /** A channel that was just chosen in this interaction, as Discord describes it there. */
  readonly chosen: (channelId: string) => ReturnType<AppContext["chosenChannel"]>;
  readonly invoker: Invoker;
  readonly timeliness: Timeliness;
  /** The caller's connected account, queried once. */
  readonly self: () => Promise<Account | undefined>;
  /** Returns for managers, and for other people if the user is themselves. @throws UserError for everyone else */
  readonly admitAbout: (userId: string) => Promise<void>;
}

/** The context in a linked guild: the router looked the link up before the handler ran. It can only read. */
export interface LinkedContext extends GuildContext, Omit<LinkedWorkspace, "api"> {
  readonly api: ReadApi;
}

/** The same where the link isn't read-only. */
export interface WritableContext extends LinkedContext {
  readonly api: WorkspaceApi;
}

/**
 * Before the handler runs, people are turned away with a sentence: with `link` in an unlinked guild, with `write` also
 * where the link is read-only. `write` is for whatever changes something in the workspace or leads there, such as the
 * button that opens a form.
 */
interface Contexts {
  readonly guild: GuildContext;
  readonly link: LinkedContext;
  readonly write: WritableContext;
}
export type Needs = keyof Contexts;
export type ContextFor<N extends Needs> = Contexts[N];

/** What the router gives; `toContext` makes of it what the handler declared. */
export type AdmittedContext = GuildContext | WritableContext;

function requireLink(ctx: AdmittedContext): WritableContext {
  if ("api" in ctx) return ctx;
  throw new Error("a linked handler was admitted without a link");
}

const contexts: { readonly [N in Needs]: (ctx: AdmittedContext) => ContextFor<N> } = {
  guild: (ctx) => ctx,
  link: requireLink,
  write: requireLink,
};

/** The context as its handler declared it. */
export function toContext<N extends Needs>(needs: N, ctx: AdmittedContext): ContextFor<N> {
  return contexts[needs](ctx);
}

/** The link a handler works with, if any. */
export function findLink(ctx: GuildContext | LinkedContext): GuildLink | undefined {
  return "link" in ctx ? ctx.link : undefined;
}

/** The workspace a handler works on, if any. */
export function findWorkspaceId(ctx: GuildContext | LinkedContext): string | undefined {
  return "workspaceId" in ctx ? ctx.workspaceId : undefined;
}
