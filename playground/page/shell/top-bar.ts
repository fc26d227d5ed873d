import { useEffect, useState } from "preact/hooks";
import { html, type View } from "../html.ts";
import { useGuild } from "../guild.ts";
import { useSession } from "../session.ts";
import { useStore } from "../store.ts";
import { Icon } from "./icon.ts";
import { chooseTheme, currentTheme, onSystemTheme } from "./theme.ts";

export function TopBar(): View {
  const { store } = useSession();
  const guild = useGuild();
  const channelId = useStore(store, (model) => model.channelId);
  const isPanelOpen = useStore(store, (model) => model.isPanelOpen);
  const isDrawerOpen = useStore(store, (model) => model.isDrawerOpen);
  const [theme, setTheme] = useState(currentTheme());
  useEffect(() => onSystemTheme(() => setTheme(currentTheme())), []);
  const channel = guild.channel(channelId);
  const mark = guild.isPrivate(channelId) ? "@" : "#";
  const other = theme === "dark" ? "light" : "dark";
  const switchTheme = (): void => {
    chooseTheme(other);
    setTheme(other);
  };
  return html`<header class="top-bar">
    <button
      type="button"
      class="icon-button drawer-button"
      aria-label="Channels and people"
      aria-expanded=${isDrawerOpen}
      aria-controls="sidebar"
      onClick=${() => store.set({ isDrawerOpen: !isDrawerOpen })}
    >
      <${Icon} name="menu" />
    </button>
    <h1 class="channel-title"><span aria-hidden="true">${mark}</span>${channel?.name ?? "No channel"}</h1>
    <p class="topic">${channel?.topic}</p>
    <button
      type="button"
      class="icon-button"
      aria-label=${`Switch to ${other} colours`}
      title=${`Switch to ${other} colours`}
      onClick=${switchTheme}
    >
      <${Icon} name=${theme === "dark" ? "sun" : "moon"} />
    </button>
    <button
      type="button"
      id="panel-button"
      class="other-side-button"
      aria-expanded=${isPanelOpen}
      aria-controls=${isPanelOpen ? "panel" : undefined}
      onClick=${() => store.set({ isPanelOpen: !isPanelOpen })}
    >
      <${Icon} name="panel" /><span>Behind the scenes</span>
    </button>
  </header>`;
}
