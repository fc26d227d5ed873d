import type { ResiliencePipeline } from "./api/resilience/pipeline.ts";
import type { WorkspaceApi } from "./api/client.ts";
import type { LinkAccess } from "./api/resilience/sessions.ts";
import type { CommandPermissions } from "./domain/command-permissions.ts";
import type { InteractionFacts } from "./discord/channels.ts";
import type { DiscordFiles } from "./discord/files.ts";
import type { GuildMembers, Memberships } from "./discord/members.ts";
import type { MemberRoles } from "./discord/member-roles.ts";
import type { Messenger } from "./discord/messenger.ts";
import type { PublicConfig } from "./config.ts";
import type { FairScheduler } from "./fair-scheduler.ts";
import type { ReloadThrottle, WriteLimiter } from "./interactions/dispatch/limits.ts";
import type { ResponseAge } from "./api/resilience/cached-reads.ts";
import type { AuditActions } from "./interactions/audit-action.ts";
import type { MisuseAudit } from "./interactions/misuse-audit.ts";
import type { Logger } from "./log/index.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { LinkMachines } from "./link-machines.ts";
import type { NotedPeople } from "./noted-people.ts";
import type { Pictures } from "./pictures/drawing-queue.ts";
import type { AuditEntry } from "./store/audit.ts";
import type { Store } from "./store/store.ts";
import type { Vault } from "./vault/vault.ts";
import type { Shares } from "./interactions/shares.ts";
import type { SuggestedNames } from "./interactions/suggested-names.ts";
import type { FinishText } from "./ui/finish.ts";
import type { Stretch } from "./time.ts";

/** The workspace service, and what is known of the people and machines in it. */
export interface ServiceContext {
  /** What is known about the workspace service as a whole, and what is cached from it. */
  readonly service: Pick<ResiliencePipeline, "readStale" | "status" | "usage" | "invalidate" | "leftOut">;
  /** The workspace service as one link sees it. */
  readonly connect: (access: LinkAccess) => WorkspaceApi;
  /** When a cached response of the service was read; `undefined` for one that was just read. */
  readonly getAge: (reply: object) => ResponseAge | undefined;
  /** People whose names are to be looked up when there are requests to spare. */
  readonly noted: NotedPeople;
  /** Which ids aren't people's. */
  readonly machines: LinkMachines;
}

/** Discord, without an interaction to reply to. */
export interface DiscordContext {
  /** Who is a member of a guild, as Discord says now. */
  readonly memberships: Memberships;
  /** Messages that don't reply to an interaction. */
  readonly messenger: Messenger;
  /** Roles that the bot gives members and takes from them. */
  readonly memberRoles: MemberRoles;
  /** A guild's members, for requests that a person is waiting for. */
  readonly members: GuildMembers;
  readonly files: DiscordFiles;
  /** The thread that an interaction came from, by the interaction's id; `undefined` outside of threads. */
  readonly threadOf: InteractionFacts["threadOf"];
  /** What Discord says about a channel chosen in an interaction. */
  readonly chosenChannel: InteractionFacts["chosenChannel"];
  /** Whom Discord shows which command in a guild. Rejects with DiscordAPIError and connection errors. */
  readonly commandPermissions: (guildId: string) => Promise<CommandPermissions>;
  /** A clickable mention of a command, for example of `order search`; its plain name before registration. */
  readonly commandMention: (path: string) => string;
}

/** What this process remembers of interactions under way. */
export interface InteractionContext {
  /** The drafts that this process is writing. */
  readonly draftsInFlight: Set<string>;
  /** Holds back a person who writes too often. */
  readonly writeLimiter: WriteLimiter;
  /** Holds back a person who reloads too often. */
  readonly reloadThrottle: ReloadThrottle;
  readonly shares: Shares;
  readonly suggestedNames: SuggestedNames;
  /** Records misuse in the audit log, without letting it flood the log. */
  readonly misuseAudit: MisuseAudit;
}

/**
 * Everything the program shares, created once at startup and passed along. A test passes what it wants to
 * vary. Who needs one part of it asks for that part.
 */
export interface AppContext extends ServiceContext, DiscordContext, InteractionContext {
  readonly config: PublicConfig;
  /** Where people reach the HTTP port, without a trailing slash; `undefined`: nowhere. */
  readonly publicUrl: () => string | undefined;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A new id of 22 letters, digits, `-` and `_` that can't be guessed. */
  readonly newId: () => string;
  readonly store: Store;
  readonly vault: Vault;
  /**
   * Writes to the audit log, and to the guild's channel for it if there is one. Never rejects.
   * @param store if something else is stored with it; false if the entry was there already
   */
  readonly recordEntry: (entry: AuditEntry, store?: (entry: AuditEntry) => Promise<boolean>) => Promise<void>;
  /** What the audit log says of all features' actions. */
  readonly auditActions: AuditActions;
  /** Keyed by guild: for work so long that it would otherwise delay other guilds. */
  readonly scheduler: FairScheduler;
  /** Draws in a separate process; nothing is loaded before the first picture. */
  readonly pictures: Pictures;
  readonly finishText: FinishText;
  /** For each time that Discord, a person or another reader is left waiting. */
  readonly stretch: Stretch;
}
