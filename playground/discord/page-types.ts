import type {
  APIApplicationCommand,
  APIApplicationCommandOptionChoice,
  APIAttachment,
  ChannelType,
} from "discord-api-types/v10";
import type { Outcome, SeenForm, SeenMessage } from "./member-types.ts";
import type { RequestRecord } from "./types.ts";

/*
 * JSON between the page and the emulator. Every path takes `?as=<discordUserId>`:
 *
 *   GET  /playground/state                    PageState      (?guild=<guildId>, else the first)
 *   GET  /playground/channels/:id/messages    PageMessages   (?before=<messageId>&limit=50)
 *   GET  /playground/channels/:id/commands    PageCommands
 *   POST /playground/channels/:id/run         PageRun        -> PageOutcome
 *   POST /playground/channels/:id/context     PageContextRun -> PageOutcome
 *   POST /playground/channels/:id/suggest     PageSuggest    -> PageSuggestions
 *   POST /playground/channels/:id/press       PagePress      -> PageOutcome
 *   POST /playground/channels/:id/choose      PageChoose     -> PageOutcome
 *   POST /playground/channels/:id/submit      PageSubmit     -> PageOutcome
 *   POST /playground/channels/:id/forward     PageForward    -> 204
 *   POST /playground/channels/:id/dismiss     PageDismiss    -> 204
 *   POST /playground/upload                   multipart, one field "file" -> PageUpload
 *   GET  /playground/requests                 PageRequests
 *   POST /playground/faults                   PageFault      -> 204
 *   WS   /playground/live                     LiveEvent, one JSON text each
 *
 * A refusal (what Discord would not have let the person do) is 400 with PageRefusal.
 */

export interface PageState {
  readonly guild: PageGuild & { readonly about: string };
  /** Those this person is in. */
  readonly guilds: readonly PageGuild[];
  readonly applicationId: string;
  readonly botConnected: boolean;
  readonly nowMs: number;
  readonly me: PageMember;
  readonly members: readonly PageMember[];
  readonly roles: readonly PageRole[];
  /** Only what this person may see, in order. */
  readonly channels: readonly PageChannel[];
  /** Those this person may see in their other servers: a private message may name them. */
  readonly elsewhere: readonly PageFarChannel[];
  /** Where the bot writes to this person alone. */
  readonly privateChannel: PageChannel;
}
export interface PageGuild {
  readonly id: string;
  readonly name: string;
}
export interface PageMember {
  readonly discordUserId: string;
  readonly username: string;
  readonly displayName: string;
  readonly bot: boolean;
  /** May do everything here, whatever the roles say. */
  readonly owner: boolean;
  readonly roleIds: readonly string[];
  /** Of the highest coloured role; 0 for none. */
  readonly color: number;
}
export interface PageRole {
  readonly id: string;
  readonly name: string;
  readonly color: number;
}
export interface PageChannel {
  readonly id: string;
  readonly type: ChannelType;
  readonly name: string;
  readonly topic: string;
  readonly canUseCommands: boolean;
}

export interface PageFarChannel {
  readonly id: string;
  readonly name: string;
  readonly guild: PageGuild;
}

export interface PageMessages {
  readonly messages: readonly SeenMessage[];
  /** There are older ones. */
  readonly more: boolean;
}
export interface PageCommands {
  readonly commands: readonly APIApplicationCommand[];
}

/** A value typed or chosen, or the id that `upload` gave. */
export type PageOptionValue = string | number | boolean | PageUploadReference;
export interface PageUploadReference {
  readonly uploadId: string;
}
export type PageOptions = Readonly<Record<string, PageOptionValue>>;

export interface PageRun {
  readonly path: string;
  readonly options: PageOptions;
}
export interface PageContextRun {
  readonly command: string;
  readonly target: { readonly discordUserId: string } | { readonly messageId: string };
}
export interface PageSuggest {
  readonly path: string;
  readonly options: PageOptions;
  readonly focused: { readonly name: string; readonly value: string };
}
export interface PageSuggestions {
  readonly choices: readonly APIApplicationCommandOptionChoice[];
}
export interface PagePress {
  readonly messageId: string;
  readonly customId: string;
}
export interface PageChoose {
  readonly messageId: string;
  readonly customId: string;
  readonly values: readonly string[];
}
export interface PageSubmit {
  readonly form: Pick<SeenForm, "id">;
  readonly values: Readonly<Record<string, string | boolean | readonly (string | PageUploadReference)[]>>;
}
export interface PageSay {
  readonly content: string;
}
export interface PageForward {
  readonly messageId: string;
}
export interface PageDismiss {
  readonly messageId: string;
}
export interface PageOutcome {
  readonly outcome: Outcome;
}
export interface PageUpload {
  readonly uploadId: string;
  readonly attachment: APIAttachment;
}
export interface PageRequests {
  readonly requests: readonly RequestRecord[];
}
export interface PageRefusal {
  readonly message: string;
  /** The option or field at fault, when there is one. */
  readonly field?: string;
}

export type PageFault =
  | { readonly kind: "drop-sockets" | "ask-reconnect" | "restore-permissions" | "clear" }
  | { readonly kind: "invalidate-sessions"; readonly resumable: boolean }
  /** Permission bits as a decimal string. */
  | { readonly kind: "take-permission"; readonly channelId: string; readonly permissions: string }
  | { readonly kind: "fail-requests"; readonly status: 429 | 500 | 502 | 503; readonly times: number }
  | { readonly kind: "slow-requests"; readonly delayMs: number; readonly times: number };

/** A message that is thinking arrives as `created` with `thinking: true`; its answer as `edited`. */
export type LiveEvent =
  | { readonly type: "message-created"; readonly message: SeenMessage }
  | { readonly type: "message-edited"; readonly message: SeenMessage }
  | { readonly type: "message-deleted"; readonly channelId: string; readonly messageId: string }
  /** A form opened for this person, also when another tab asked for it. */
  | { readonly type: "form"; readonly channelId: string; readonly form: SeenForm }
  | { readonly type: "request"; readonly record: RequestRecord }
  | { readonly type: "commands" }
  /** Read the state again: roles, channels, permissions or the bot's presence changed. */
  | { readonly type: "state" };
