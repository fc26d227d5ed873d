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
  /** Posts a message, which may have only files or a sticker. */
  say(content: string, extras?: MessageExtras): SeenMessage;
  /** Posts what a message that this person sees says, as Discord's *Forward* does. */
  forward(messageId: string): SeenMessage;
  /** Interactions that Discord's own client would not send. */
  readonly forge: Forge;
  /** The channel as this person sees it, oldest first. */
  read(): readonly SeenMessage[];
  /** Hides a private answer for good. */
  dismiss(messageId: string): void;
}

export interface MessageExtras {
  readonly files?: readonly Upload[];
  /** The name of a sticker. */
  readonly sticker?: string;
  /** Embeds, which only apps can send: the message comes from a webhook. */
  readonly cards?: readonly APIEmbed[];
  /** A message made of components alone, which only apps can send. */
  readonly layout?: readonly APIMessageTopLevelComponent[];
  /** The question of a poll. */
  readonly poll?: string;
  /** Its only file is a recording. */
  readonly isVoice?: boolean;
}

export interface Forge {
  /** Also runs commands that are hidden from this person. */
  run(path: string, options?: Readonly<Record<string, OptionInput>>): Promise<Outcome>;
  /** Also for commands that are hidden from this person. */
  readonly suggest: Person["suggest"];
  /** A press with any custom id, on any message, also one that only someone else sees. */
  press(message: SeenMessage, customId: string): Promise<Outcome>;
  /** A choice in any menu, of values that it need not have. */
  choose(message: SeenMessage, customId: string, values: readonly string[]): Promise<Outcome>;
  /** A form that nobody opened, as if from a command, or from a button of a message. Chosen values are those of a select. */
  submit(
    customId: string,
    values: Readonly<Record<string, FormInput>>,
    openedFrom?: SeenMessage,
  ): Promise<Outcome>;
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
  /** All of this is a copy of another message. */
  readonly forwarded: boolean;
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
  /** Everything readable in it, in reading order, one per line, for searching. */
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
  /** The id of the interaction that opened it. */
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
  /** Its initial value: text, or the id of who or what is chosen. */
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
