import type { APIApplicationCommandPermission } from "discord-api-types/v10";
import type { Hono } from "hono";
import type { PlannedEvent } from "./scheduled-events.ts";
import type { Person, SeenForm, SeenMessage } from "./member-types.ts";
import type {
  DiscordSeed,
  SeedChannel,
  SeedGuild,
  SeedMember,
  SeedOverwrite,
  SeedUser,
} from "./seed-types.ts";

export type * from "./member-types.ts";

export interface EmulatorOptions {
  /** Loopback port; 0 or none takes any free one. */
  readonly port?: number;
  /** Epoch milliseconds. The 3 s and 15 min of an interaction are counted by it. */
  readonly now: () => number;
  /** How long the emulator waits for an answer where Discord waits so many milliseconds; as long as Discord by default. */
  readonly stretch?: (usualMs: number) => number;
  readonly seed: DiscordSeed;
  readonly botToken?: string;
  /** Requests a second for the whole bot and for one route; Discord's own numbers by default. */
  readonly rateLimits?: Partial<RateLimits>;
  /** One shard, and no pace of logins by default. */
  readonly gateway?: Partial<GatewayLimits>;
  readonly onRequest?: (record: RequestRecord) => void;
  /** Sees every request of the bot before it is answered. Must not throw. */
  readonly checkRequest?: (request: CheckedRequest) => void;
  readonly checkAnswer?: (answer: CheckedAnswer) => void;
  /** Adds routes to the same server and port, before the emulator's own. */
  readonly extraRoutes?: (app: Hono) => void;
  readonly heartbeatIntervalMs?: number;
  /** User name of who a page is that does not say; the first person when left out. */
  readonly opensAs?: string;
  /** For guilds that are set up, pages no longer show the welcome line of the seed. */
  readonly isSetUp?: (guildId: string) => Promise<boolean>;
}

export interface RateLimits {
  /** All routes but interaction callbacks and webhooks of interactions. */
  readonly globalPerSecond: number;
  /** Messages into one channel: this many in five seconds. */
  readonly perRouteInFiveSeconds: number;
}

/** What Discord says of an application's shards. */
export interface GatewayLimits {
  /** How many it recommends: one for each thousand guilds. */
  readonly shards: number;
  /** How many shards may identify in one window: those whose ids differ in their remainder by it. */
  readonly maxConcurrency: number;
  /** The window, 5,000 on Discord; 0 for none. */
  readonly identifyEveryMs: number;
  /** Of a thousand a day; never decremented automatically. */
  readonly loginsLeft: number;
}

/** A shard that identified, or tried to too early. */
export interface SeenIdentify {
  readonly shard: readonly [number, number];
  /** Of `performance.now()`. */
  readonly atMs: number;
  readonly isTooEarly: boolean;
}

/** A request as Discord's OpenAPI document names it: the path starts after `/api/v10`. */
export interface CheckedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly multipart: boolean;
  /** The JSON body, or `payload_json` of a multipart one; `undefined` without a body. */
  readonly body: unknown;
}
export interface CheckedAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** `undefined` for an empty answer. */
  readonly body: unknown;
}

/** One request of the bot, without anything secret. */
export interface RequestRecord {
  readonly id: number;
  readonly atMs: number;
  readonly method: string;
  /** Tokens of interactions and webhooks are shown as `***`. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly requestBytes: number;
  readonly answerBytes: number;
}

export interface DiscordEmulator extends DiscordChanges {
  /** For `DISCORD_API_URL`, for example `http://127.0.0.1:4000/api`. */
  readonly apiUrl: string;
  readonly url: string;
  readonly port: number;
  readonly botToken: string;
  readonly applicationId: string;
  /** As they are now, the seed's first. */
  readonly guilds: readonly SeedGuild[];
  readonly faults: DiscordFaults;
  /** The last thousand requests of the bot, oldest first. */
  readonly requests: readonly RequestRecord[];
  /** Ends all sessions as a network cut would, and frees the port. */
  close(): Promise<void>;
  as(discordUserId: string, channelId: string): Person;
  /** The person in their private channel with the bot, where they read its messages and press their buttons. */
  inPrivate(discordUserId: string): Person;
  /** The person in their private channel with someone else, where the bot is not. */
  inDirectMessage(discordUserId: string, otherId: string): Person;
  /** Replaces what people have planned in a guild. */
  planEvents(guildId: string, planned: readonly PlannedEvent[]): void;
  /** Every message in a channel that is not private, oldest first, as nobody in particular sees it. */
  messagesIn(channelId: string): readonly SeenMessage[];
  /**
   * Waits until each shard of the bot is ready and, unless `commands` is false, at least one command is
   * registered. Rejects after `timeoutMs` (10 s).
   */
  waitForBot(options?: { readonly commands?: boolean; readonly timeoutMs?: number }): Promise<void>;
  /** Where the application wants its interactions and events. */
  readonly endpoints: ApplicationEndpoints;
  /** How many gateway sessions are connected now. */
  connectedShards(): number;
  /** Each time a shard identified, oldest first. */
  readonly identifies: readonly SeenIdentify[];
  /** Tells pages and watchers that something outside of Discord changed, such as the clock. */
  touch(): void;
  watch(listener: (event: EmulatorEvent) => void): () => void;
}

/** As on the application's page: an address that doesn't check signatures isn't taken. */
export interface ApplicationEndpoints {
  readonly interactionsUrl: string | undefined;
  /** @throws Error */
  setInteractionsUrl(url: string | undefined): Promise<void>;
  /** @throws Error */
  setEventsUrl(url: string | undefined): Promise<void>;
  /** As Discord would send it. @param aheadMs by how much its timestamp is off */
  sign(payload: unknown, aheadMs?: number): SignedRequest;
  /** Sends an event to the application. @returns the status of the response */
  tell(event: string, data: unknown): Promise<number>;
}

export interface SignedRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What people do to guilds while the bot runs. */
export interface DiscordChanges {
  addGuild(guild: SeedGuild): void;
  /** As when an admin kicks the bot. The guild's messages are kept. */
  removeBotFromGuild(guildId: string): void;
  /** Who was in no guild before is someone new on Discord. */
  addMember(guildId: string, user: SeedUser, member: Omit<SeedMember, "discordUserId">): void;
  /** As when someone leaves. */
  removeMember(guildId: string, discordUserId: string): void;
  /** The member has these roles from now on, and interactions say so. */
  setRoles(guildId: string, discordUserId: string, roleIds: readonly string[]): void;
  /** Whether anyone may ping the role. */
  setMentionable(guildId: string, roleId: string, mentionable: boolean): void;
  /** Everyone loses it, and channels what they allow it. */
  deleteRole(guildId: string, roleId: string): void;
  setOverwrites(channelId: string, overwrites: readonly SeedOverwrite[]): void;
  /** By an overwrite for the bot: in this channel it may do exactly this. */
  setBotPermissions(channelId: string, permissions: bigint): void;
  /**
   * As moderators can since 2024: until then the bot writes nothing in the guild, but answers commands as before
   * (discord-api-docs#6847).
   * @param until epoch milliseconds; `undefined` ends it
   */
  timeOutBot(guildId: string, until: number | undefined): void;
  addChannel(guildId: string, channel: SeedChannel): void;
  /** As when a thread is archived or locked, or opened again. */
  setThread(channelId: string, change: Pick<SeedChannel, "archived" | "locked">): void;
  /** With its messages. */
  deleteChannel(channelId: string): void;
  /** As a moderator does: the embeds are gone, and a flag says so. */
  suppressEmbeds(messageId: string): void;
  /** The preview of a link in the text, which follows the message's own embeds some time after it was posted. */
  addPreview(messageId: string): void;
  /**
   * What people choose in Server Settings, Integrations: for one command by its name, or for all of them; an empty list
   * takes it back. Pickers follow it.
   */
  setCommandPermissions(
    guildId: string,
    command: string | undefined,
    permissions: readonly APIApplicationCommandPermission[],
  ): void;
  /** The person adds the application for themselves, or removes it. */
  setInstalled(discordUserId: string, isInstalled?: boolean): void;
  /** Discord then refuses the bot's private messages to this person with 50007. */
  refusePrivateMessages(discordUserId: string, refuses?: boolean): void;
}

export type EmulatorEvent =
  | {
      readonly type: "message";
      readonly change: "created" | "edited" | "deleted";
      readonly messageId: string;
    }
  /** A form opened in front of this person. */
  | {
      readonly type: "form";
      readonly discordUserId: string;
      readonly channelId: string;
      readonly form: SeenForm;
    }
  | { readonly type: "request"; readonly record: RequestRecord }
  | { readonly type: "commands" }
  | { readonly type: "guild"; readonly guildId: string }
  | { readonly type: "bot"; readonly connected: boolean };

export interface DiscordFaults {
  /** Cuts every gateway socket without a word. Sessions can be resumed. */
  dropSockets(): void;
  /** Op 9; unless resumable, the sessions are forgotten. */
  invalidateSessions(resumable: boolean): void;
  /** Closes every connection with a code, and each new one that identifies, until `clear`. */
  refuseGateway(code: number): void;
  /** Op 7. */
  askReconnect(): void;
  /** Takes permissions from the bot in one channel, until `restorePermissions`. */
  takePermission(channelId: string, permissions: bigint): void;
  restorePermissions(): void;
  /** The next requests whose path contains `pathPart` and ends with `pathEnd` fail with this status. */
  failRequests(fault: RequestFault): void;
  /** The next requests whose path contains `pathPart` are answered late. */
  slowRequests(fault: {
    /** Milliseconds, or until it resolves. */
    readonly delay: number | Promise<unknown>;
    readonly times?: number;
    readonly pathPart?: string;
  }): void;
  /** Requests whose path contains `pathPart` are carried out at once and answered only when released. */
  holdAnswers(pathPart: string): HeldAnswers;
  /** How many requests are still to be answered late: each counts as soon as it arrives. */
  slowLeft(): number;
  /** People use phones, which show a form as it was when they first saw one with its id, until `clear`. */
  keepFirstForms(): void;
  /** No channel takes more pinned messages than this, until `clear`; those over it stay. */
  limitPins(limit: number): void;
  /**
   * Messages that are read later have their nonce, until `clear`. A message may have one, and nothing says when:
   * https://docs.discord.com/developers/resources/message#message-object
   */
  keepNonces(): void;
  /** Sends an event as it is, whatever its form, on shard 0. */
  sendEvent(event: string, data: unknown): void;
  /** Ends all failing, slowness and holding; permissions are left alone. */
  clear(): void;
}
export interface HeldAnswers {
  /** How many requests are waiting for their answer. */
  readonly count: number;
  readonly release: () => void;
}
export interface RequestFault {
  /**
   * "cut" closes the connection before the work is done; what ends in "after" fails once it is. "stall-after" sends the
   * headers of the answer and nothing more, on a connection that stays open: as a proxy does that lost the other side.
   */
  readonly status:
    200 | 401 | 403 | 404 | 429 | 500 | 502 | 503 | "cut" | "cut-after" | "502-after" | "stall-after";
  /**
   * What stands in the answer. By default Discord's own JSON; a 429 then says how long twice, in the header and in the
   * body.
   * - "page": HTML, as the edge before Discord bans an address, or as a login page of a network answers everything with
   *   200. The edge says how long in the header or not at all: https://github.com/discord/discord-api-docs/issues/1463
   * - "static": JSON without a number, for an address that is blocked:
   *   https://github.com/discord/discord-api-docs/issues/5810
   * - "body": the number stands only in the body.
   * - "short-header": the header says a second, whatever the body says, as for edits of a published message:
   *   https://github.com/discord/discord-api-docs/issues/6109
   */
  readonly form?: "page" | "static" | "body" | "short-header";
  readonly times?: number;
  readonly pathPart?: string;
  readonly pathEnd?: string;
  /** Of a 429: 1 when left out, but none in a page. */
  readonly retryAfterSeconds?: number;
  /** What Discord says besides the status; 0 when left out. */
  readonly code?: number;
  /** Of a 429: it counts for the whole bot. */
  readonly global?: boolean;
}
