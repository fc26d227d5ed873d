import type {
  APIApplicationCommand,
  APIApplicationCommandOptionChoice,
  APIAttachment,
  APIEmbed,
  APIMessageTopLevelComponent,
  APIModalInteractionResponseCallbackComponent,
  ButtonStyle,
  ComponentType,
} from "discord-api-types/v10";
import type { Hono } from "hono";
import type { DiscordSeed, SeedGuild } from "./seed-types.ts";

export interface StandInOptions {
  /** Loopback port; 0 or none takes any free one. */
  readonly port?: number;
  /** Epoch milliseconds. The 3 s and 15 min of an interaction are counted by it. */
  readonly now: () => number;
  readonly seed: DiscordSeed;
  readonly botToken?: string;
  /** Requests a second for the whole bot and for one route; Discord's own figures unless given. */
  readonly rateLimits?: Partial<RateLimits>;
  readonly onRequest?: (record: RequestRecord) => void;
  /** Sees every request of the bot before it is answered. Must not throw. */
  readonly checkRequest?: (request: CheckedRequest) => void;
  readonly checkAnswer?: (answer: CheckedAnswer) => void;
  /** Adds routes to the same server and port, before the stand-in's own. */
  readonly extraRoutes?: (app: Hono) => void;
  readonly heartbeatIntervalMs?: number;
}

export interface RateLimits {
  /** All routes but interaction callbacks and webhooks of interactions. */
  readonly globalPerSecond: number;
  /** Messages into one channel: this many in five seconds. */
  readonly perRouteInFiveSeconds: number;
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

export interface DiscordStandIn {
  /** For `DISCORD_API_URL`, for example `http://127.0.0.1:4000/api`. */
  readonly apiUrl: string;
  readonly url: string;
  readonly port: number;
  readonly botToken: string;
  readonly applicationId: string;
  readonly guilds: readonly SeedGuild[];
  readonly faults: DiscordFaults;
  /** The last thousand requests of the bot, oldest first. */
  readonly requests: readonly RequestRecord[];
  /** Ends all sessions as a network cut would, and frees the port. */
  close(): Promise<void>;
  as(discordUserId: string, channelId: string): Person;
  addGuild(guild: SeedGuild): void;
  /** As when an admin kicks the bot. The guild's messages stay. */
  removeBotFromGuild(guildId: string): void;
  /** Every message in a channel that is not private, oldest first, as nobody in particular sees it. */
  messagesIn(channelId: string): readonly SeenMessage[];
  /**
   * Waits until each shard of the bot is ready and, unless `commands` is false, at least one command is
   * registered. Rejects after `timeoutMs` (10 s).
   */
  waitForBot(options?: { readonly commands?: boolean; readonly timeoutMs?: number }): Promise<void>;
  /** How many gateway sessions are connected now. */
  connectedShards(): number;
  /** Tells pages and watchers that something outside of Discord changed, such as the clock. */
  watch(listener: (event: StandInEvent) => void): () => void;
}

export type StandInEvent =
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
  /** Op 7. */
  askReconnect(): void;
  /** Takes permissions from the bot in one channel, until `restorePermissions`. */
  takePermission(channelId: string, permissions: bigint): void;
  restorePermissions(): void;
  /** The next requests whose path contains `pathPart` fail with this status. */
  failRequests(fault: RequestFault): void;
  /** The next requests whose path contains `pathPart` are answered late. */
  slowRequests(fault: {
    readonly delayMs: number;
    readonly times?: number;
    readonly pathPart?: string;
  }): void;
  /** Ends all failing and slowness; permissions stay as they are. */
  clear(): void;
}
export interface RequestFault {
  /** 429 carries `retry_after`; "cut" closes the connection before the work is done, "cut-after" after it. */
  readonly status: 429 | 500 | 502 | 503 | "cut" | "cut-after";
  readonly times?: number;
  readonly pathPart?: string;
  readonly retryAfterSeconds?: number;
}

export interface Upload {
  readonly name: string;
  readonly data: Uint8Array;
  readonly contentType?: string;
}
export type OptionInput = string | number | boolean | Upload;
/** Text, chosen values, a checkbox, or files, by custom id of the field. */
export type FormInput = string | boolean | readonly string[] | readonly Upload[];

/**
 * A member in a channel. What the person could not do in Discord (a command that is not shown, a value out
 * of range, a disabled button) rejects with a `PersonError`.
 */
export interface Person {
  readonly discordUserId: string;
  readonly channelId: string;
  /** Commands this person may see here. */
  commands(): readonly APIApplicationCommand[];
  /** `path` is the whole name: `"order create"`. Mentionable, user, role and channel options take an id. */
  run(path: string, options?: Readonly<Record<string, OptionInput>>): Promise<Outcome>;
  runOnUser(command: string, discordUserId: string): Promise<Outcome>;
  runOnMessage(command: string, messageId: string): Promise<Outcome>;
  suggest(
    path: string,
    options: Readonly<Record<string, OptionInput>>,
    focused: { readonly name: string; readonly value: string },
  ): Promise<readonly APIApplicationCommandOptionChoice[]>;
  /** `button` is a label or a custom id. */
  press(message: SeenMessage, button: string): Promise<Outcome>;
  choose(message: SeenMessage, customId: string, values: readonly string[]): Promise<Outcome>;
  submit(form: Pick<SeenForm, "id">, values: Readonly<Record<string, FormInput>>): Promise<Outcome>;
  /** The channel as this person sees it, oldest first. */
  read(): readonly SeenMessage[];
  /** Hides a private answer for good. */
  dismiss(messageId: string): void;
}

export type Outcome =
  | { readonly kind: "message"; readonly message: SeenMessage; readonly deferred: boolean }
  | { readonly kind: "updated"; readonly message: SeenMessage; readonly deferred: boolean }
  | { readonly kind: "form"; readonly form: SeenForm }
  | { readonly kind: "failed"; readonly reason: FailureReason };

/** `never-finished`: deferred, and then nothing came for 20 s of real time. */
export type FailureReason = "did-not-respond" | "never-finished" | "answer-deleted";

/** A message as one person sees it. */
export interface SeenMessage {
  readonly id: string;
  readonly channelId: string;
  readonly content: string;
  readonly embeds: readonly APIEmbed[];
  readonly components: readonly APIMessageTopLevelComponent[];
  readonly attachments: readonly APIAttachment[];
  readonly flags: number;
  /** Only this person sees it. */
  readonly private: boolean;
  readonly thinking: boolean;
  readonly pinned: boolean;
  readonly edited: boolean;
  readonly sentAtMs: number;
  readonly editedAtMs: number | undefined;
  readonly author: { readonly discordUserId: string; readonly name: string; readonly bot: boolean };
  /** The interaction that this message answers. */
  readonly asked:
    | { readonly discordUserId: string; readonly name: string; readonly command: string | undefined }
    | undefined;
  /** The message this one replies to, such as a follow-up. */
  readonly repliesTo: string | undefined;
  /** Whom it pinged: only what its allowed mentions let through. */
  readonly pinged: {
    readonly discordUserIds: readonly string[];
    readonly roleIds: readonly string[];
    readonly everyone: boolean;
  };
  readonly buttons: readonly SeenButton[];
  readonly selects: readonly SeenSelect[];
  /** Everything readable in it, in reading order, a line each: for searching. */
  readonly text: string;
}
export interface SeenButton {
  readonly label: string;
  readonly customId: string | undefined;
  readonly url: string | undefined;
  readonly style: ButtonStyle;
  readonly disabled: boolean;
}
export interface SeenSelect {
  readonly customId: string;
  readonly type: ComponentType;
  readonly placeholder: string | undefined;
  readonly minValues: number;
  readonly maxValues: number;
  readonly disabled: boolean;
  /** Empty for selects of people, roles and channels. */
  readonly options: readonly SeenChoice[];
}
export interface SeenChoice {
  readonly label: string;
  readonly value: string;
  readonly description: string | undefined;
  readonly default: boolean;
}

/** A form as it opened; it can be submitted once per opening, or again after an answer that was an error. */
export interface SeenForm {
  /** Of the interaction that opened it. */
  readonly id: string;
  readonly customId: string;
  readonly title: string;
  readonly components: readonly APIModalInteractionResponseCallbackComponent[];
  readonly fields: readonly SeenField[];
}
export interface SeenField {
  readonly customId: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly type: ComponentType;
  readonly required: boolean;
  /** What stands in it at the start. */
  readonly value: string | undefined;
  readonly placeholder: string | undefined;
  readonly options: readonly SeenChoice[];
}

/** What Discord would not have let this person do. */
export class PersonError extends Error {
  override readonly name = "PersonError";
  /** The option or field at fault, when there is one. */
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}
