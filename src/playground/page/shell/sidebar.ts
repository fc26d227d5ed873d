import { firstLetter } from "../first-letter.ts";
import { html, type View } from "../html.ts";
import { useGuild } from "../guild.ts";
import { useSession } from "../session.ts";
import { useStore } from "../store.ts";
import { PersonSwitch } from "./person-switch.ts";

/** The guild and its channels, and who one is here. On a phone it slides in over the messages. */
export function Sidebar(): View {
  const { store, showChannel } = useSession();
  const { state } = useGuild();
  const channelId = useStore(store, (model) => model.channelId);
  const unread = useStore(store, (model) => model.unread);
  const isOpen = useStore(store, (model) => model.isDrawerOpen);
  const initials = state.guild.name.split(/\s+/).map(firstLetter).join("").slice(0, 2);
  const close = (): void => store.set({ isDrawerOpen: false });
  return html`<div
      class=${`sidebar ${isOpen ? "is-open" : ""}`}
      id="sidebar"
      onKeyDown=${(event: KeyboardEvent) => {
        if (event.key === "Escape") close();
      }}
    >
      <nav class="rail" aria-label="Servers">
        <span class="rail-guild" title=${state.guild.name} aria-label=${state.guild.name} role="img"
          >${initials}</span
        >
      </nav>
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
              ({ id, name }) =>
                html`<li key=${id}>
                  <button
                    type="button"
                    class=${`channel ${unread.has(id) ? "is-unread" : ""}`}
                    aria-current=${id === channelId ? "page" : undefined}
                    onClick=${() => void showChannel(id)}
                  >
                    <span class="hash" aria-hidden="true">#</span>${name}
                    ${unread.has(id) ? html`<span class="visually-hidden">, new messages</span>` : null}
                  </button>
                </li>`,
            )}
          </ul>
        </nav>
        <${PersonSwitch} />
      </div>
    </div>
    ${isOpen ? html`<div class="shade" onClick=${close}></div>` : null}`;
}
