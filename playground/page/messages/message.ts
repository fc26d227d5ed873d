import { Component } from "preact";
import type { SeenMessage } from "../../discord/member-types.ts";
import { useNow } from "../clock.ts";
import { focusComposer } from "../composer/focus-composer.ts";
import { useGuild } from "../guild.ts";
import { html, type View } from "../html.ts";
import { Markdown } from "../markdown/view.ts";
import { type Choosing, useMenu } from "../menu.ts";
import { useSession } from "../session.ts";
import { Avatar } from "../shell/avatar.ts";
import { Icon } from "../shell/icon.ts";
import { useStore } from "../store.ts";
import { formatSent, formatTime } from "../time.ts";
import { Attachments } from "./attachments.ts";
import { colorStyle } from "./color.ts";
import { ComponentTree } from "./component-tree.ts";
import { Embed } from "./embed.ts";

interface MessageProps {
  readonly message: SeenMessage;
  /** Follows one of the same author, so that its heading would only repeat. */
  readonly isContinued: boolean;
}

/** Drawn again only when the message itself changed: a thousand others are left alone. */
export class Message extends Component<MessageProps> {
  override shouldComponentUpdate(next: MessageProps): boolean {
    return next.message !== this.props.message || next.isContinued !== this.props.isContinued;
  }

  override getSnapshotBeforeUpdate(): boolean {
    return this.#hasFocus();
  }

  /** A pressed button that went with its answer must not take the keyboard's place along. */
  override componentDidUpdate(_props: MessageProps, _state: unknown, hadFocus: boolean): void {
    const now = document.activeElement;
    // A browser takes the focus from a control that was switched off only later.
    if (hadFocus && (now === document.body || now?.matches(":disabled") === true)) {
      this.#element()?.focus({ preventScroll: true });
    }
  }

  override componentWillUnmount(): void {
    if (this.#hasFocus()) focusComposer();
  }

  #element(): HTMLElement | null {
    return document.querySelector<HTMLElement>(`[data-message-id="${this.props.message.id}"]`);
  }

  #hasFocus(): boolean {
    return this.#element()?.contains(document.activeElement) ?? false;
  }

  override render({ message, isContinued }: MessageProps): View {
    return html`<${MessageView} message=${message} isContinued=${isContinued} />`;
  }
}

function MessageView({ message, isContinued }: MessageProps): View {
  const { author, asked } = message;
  const menu = useMenu();
  const onMessage: Choosing = { kind: "message", messageId: message.id };
  // The heading says that a message is pinned.
  const isShort = isContinued && !message.pinned && asked === undefined && message.repliesTo === undefined;
  return html`<article
    class=${`message ${isShort ? "message-continued" : ""} ${message.private ? "message-private" : ""}`}
    data-message-id=${message.id}
    tabindex="-1"
    aria-label=${`${author.name}${message.private ? ", only you can see this" : ""}`}
    onContextMenu=${(event: MouseEvent) => menu.openAtPointer(event, onMessage)}
  >
    ${asked === undefined ? html`<${Reply} message=${message} />` : html`<${Asked} asked=${asked} />`}
    ${isShort ? null : html`<${Avatar} name=${author.name} id=${author.discordUserId} isBot=${author.bot} />`}
    <div class="message-body">
      ${isShort ? null : html`<${Heading} message=${message} />`}
      ${message.forwarded ? html`<p class="forwarded">Forwarded</p>` : null}
      ${message.thinking ? html`<${Thinking} name=${author.name} />` : html`<${Content} message=${message} />`}
      <${Failure} messageId=${message.id} />
      ${message.private ? html`<${PrivateMark} messageId=${message.id} />` : null}
    </div>
    <button
      type="button"
      class="icon-button message-more"
      aria-label=${`More for the message of ${author.name}`}
      aria-haspopup="menu"
      onClick=${(event: MouseEvent) => menu.openBeside(event, onMessage)}
    >
      <${Icon} name="more" />
    </button>
  </article>`;
}

function Asked({ asked }: { readonly asked: NonNullable<SeenMessage["asked"]> }): View {
  const menu = useMenu();
  const onUser: Choosing = { kind: "user", discordUserId: asked.discordUserId };
  return html`<div class="asked">
    <span class="asked-line" aria-hidden="true"></span>
    <${Avatar} name=${asked.name} id=${asked.discordUserId} size="small" />
    <span
      ><button
        type="button"
        class="asker"
        aria-haspopup="menu"
        onClick=${(event: MouseEvent) => menu.openBeside(event, onUser)}
        onContextMenu=${(event: MouseEvent) => menu.openAtPointer(event, onUser)}
      >
        ${asked.name}
      </button>
      ${" "}used ${" "}
      <span class="asked-command"
        >${asked.command === undefined ? "a control" : commandName(asked.command)}</span
      >
    </span>
  </div>`;
}

/** A follow-up is below what it follows, often far away from it: one line says what that was. */
function Reply({ message: { channelId, repliesTo } }: { readonly message: SeenMessage }): View {
  const { store } = useSession();
  const first = useStore(store, (model) =>
    model.byChannel[channelId]?.messages.find(({ id }) => id === repliesTo),
  );
  if (first === undefined) return null;
  return html`<div class="asked">
    <span class="asked-line" aria-hidden="true"></span>
    <span class="reply-line"
      >In reply to <strong>${first.author.name}</strong> ${first.text.split("\n")[0]}</span
    >
  </div>`;
}

function commandName(command: string): string {
  return command.startsWith("/") || /[A-Z]/.test(command) ? command : `/${command}`;
}

function Heading({ message }: { readonly message: SeenMessage }): View {
  const nowMs = useNow();
  const menu = useMenu();
  const { author, sentAtMs } = message;
  const color = useGuild().member(author.discordUserId)?.color;
  const onUser: Choosing = { kind: "user", discordUserId: author.discordUserId };
  return html`<header class="message-heading">
    <button
      type="button"
      class="author"
      style=${colorStyle(color)}
      aria-haspopup="menu"
      onClick=${(event: MouseEvent) => menu.openBeside(event, onUser)}
      onContextMenu=${(event: MouseEvent) => menu.openAtPointer(event, onUser)}
    >
      ${author.name}
    </button>
    ${author.bot ? html`<span class="badge">Bot</span>` : null}
    <time
      class="sent"
      datetime=${new Date(sentAtMs).toISOString()}
      title=${formatTime(sentAtMs / 1_000, "F", { nowMs })}
    >
      ${formatSent(sentAtMs, { nowMs })}
    </time>
    ${message.pinned ? html`<span class="pinned"><${Icon} name="pin" />Pinned</span>` : null}
  </header>`;
}

function Content({ message }: { readonly message: SeenMessage }): View {
  const edited = message.edited ? html`<span class="edited">(edited)</span>` : null;
  const isEmpty = message.content === "";
  return html`<div class="message-content">
    ${isEmpty ? null : html`<${Markdown} text=${message.content} />`} ${isEmpty ? null : edited}
    <${Attachments} attachments=${message.attachments} />
    ${message.embeds.map((embed, index) => html`<${Embed} key=${index} embed=${embed} />`)}
    ${message.components.map(
      (component, index) =>
        html`<${ComponentTree} key=${index} component=${component} messageId=${message.id} />`,
    )}
    ${isEmpty ? edited : null}
  </div>`;
}

function Thinking({ name }: { readonly name: string }): View {
  return html`<p class="thinking">
    <span class="dots"><i></i><i></i><i></i></span>${name} is thinking…
  </p>`;
}

function Failure({ messageId }: { readonly messageId: string }): View {
  const { store } = useSession();
  const text = useStore(store, (model) => model.failures[messageId]);
  return text === undefined ? null : html`<p class="failure">${text}</p>`;
}

function PrivateMark({ messageId }: { readonly messageId: string }): View {
  const { dismiss } = useSession();
  return html`<p class="private-mark">
    <${Icon} name="eye" />Only you can see this ·
    <button type="button" class="text-button" onClick=${() => void dismiss(messageId)}>Dismiss</button>
  </p>`;
}
