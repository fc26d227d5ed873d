import { useLayoutEffect, useRef } from "preact/hooks";
import type { PageChannel } from "../../discord/page-types.ts";
import { firstLetter } from "../initials.ts";
import { html, type View } from "../html.ts";
import { addressOf, useGuild } from "../guild.ts";
import { useSession } from "../session.ts";
import { useStore } from "../store.ts";
import { PersonSwitch } from "./person-switch.ts";

/** The guild and its channels, and who one is here. On a phone it slides in over the messages. */
export function Sidebar(): View {
  const { store } = useSession();
  const { state } = useGuild();
  const isOpen = useStore(store, (model) => model.isDrawerOpen);
  const close = (): void => store.set({ isDrawerOpen: false });
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    root.current?.querySelector("a")?.focus();
    return () => {
      if (root.current?.contains(document.activeElement))
        document.querySelector<HTMLElement>(".drawer-button")?.focus();
    };
  }, [isOpen]);
  return html`<div
      ref=${root}
      class=${`sidebar ${isOpen ? "is-open" : ""}`}
      id="sidebar"
      onKeyDown=${(event: KeyboardEvent) => {
        if (event.key === "Escape") close();
      }}
    >
      <${Rail} />
      <div class="channels">
        <header class="guild-head">
          <strong>${state.guild.name}</strong>
          <span class=${`presence ${state.botConnected ? "is-online" : ""}`}>
            ${state.botConnected ? "Bot is online" : "Bot is offline"}
          </span>
        </header>
        <nav aria-label="Channels" class="channel-nav">
          <h2>Channels</h2>
          <ul>
            ${state.channels.map(
              (channel) => html`<li key=${channel.id}><${ChannelButton} channel=${channel} mark="#" /></li>`,
            )}
          </ul>
        </nav>
        <nav aria-label="Private messages" class="channel-nav private-nav">
          <h2>Private messages</h2>
          <${ChannelButton} channel=${state.privateChannel} mark="@" />
        </nav>
        <${PersonSwitch} />
      </div>
    </div>
    ${isOpen ? html`<div class="shade" onClick=${close}></div>` : null}`;
}

interface ChannelButtonProps {
  readonly channel: PageChannel;
  readonly mark: "#" | "@";
}

function ChannelButton({ channel: { id, name }, mark }: ChannelButtonProps): View {
  const { store, showChannel } = useSession();
  const isHere = useStore(store, (model) => model.channelId === id);
  const isUnread = useStore(store, (model) => model.unread.has(id));
  return html`<button
    type="button"
    class=${`channel ${isUnread ? "is-unread" : ""}`}
    aria-current=${isHere ? "page" : undefined}
    onClick=${() => void showChannel(id)}
  >
    <span class="hash" aria-hidden="true">${mark}</span
    >${name}${isUnread ? html`<span class="visually-hidden">(new messages)</span>` : null}
  </button>`;
}

/** The servers this person is in. Each is a link, as people are, so that a second tab can be somewhere else. */
function Rail(): View {
  const { guild, guilds, me } = useGuild().state;
  return html`<nav class="rail" aria-label="Servers">
    ${guilds.map(
      ({ id, name }) =>
        html`<a
          key=${id}
          class="rail-guild"
          href=${addressOf(me.username, id)}
          title=${name}
          aria-current=${id === guild.id ? "page" : undefined}
          ><span aria-hidden="true">${initialsOf(name)}</span><span class="visually-hidden">${name}</span></a
        >`,
    )}
  </nav>`;
}

function initialsOf(name: string): string {
  return name.split(/\s+/).map(firstLetter).join("").slice(0, 2);
}
