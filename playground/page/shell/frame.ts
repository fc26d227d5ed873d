import { useEffect, useMemo, useState } from "preact/hooks";
import { NowContext } from "../clock.ts";
import { Composer } from "../composer/composer.ts";
import { FormHost } from "../forms/form-dialog.ts";
import { createGuild, GuildContext } from "../guild.ts";
import { type Children, html, type View } from "../html.ts";
import { MenuHost } from "../menu.ts";
import { MessageList } from "../messages/message-list.ts";
import { PictureView } from "../messages/picture-view.ts";
import { Panel } from "../panel/panel.ts";
import { useSession } from "../session.ts";
import { useStore } from "../store.ts";
import { Sidebar } from "./sidebar.ts";
import { TopBar } from "./top-bar.ts";

const tickMs = 5_000;

export function App(): View {
  const { store, showChannel } = useSession();
  const state = useStore(store, (model) => model.guild);
  const trouble = useStore(store, (model) => model.trouble);
  const connection = useStore(store, (model) => model.connection);
  const isPanelOpen = useStore(store, (model) => model.isPanelOpen);
  const guild = useMemo(() => {
    if (state === undefined) return undefined;
    return createGuild(state, {
      showChannel: (channelId) => void showChannel(channelId),
      fillCommand: (path) => store.set({ fill: { path }, isDrawerOpen: false }),
    });
  }, [state]);

  if (guild === undefined) return html`<${Waiting} trouble=${trouble} />`;
  return html`<${Clock}>
    <${GuildContext.Provider} value=${guild}>
      <${MenuHost}>
        <div class=${`app ${isPanelOpen ? "with-panel" : ""}`}>
          <aside class="notice" aria-label="About this page">
            <strong>Local playground.</strong>${" "}<span class="notice-where"
              >Everything here runs on this machine.</span
            >${" "}Nothing reaches Discord.
          </aside>
          <${Sidebar} />
          <main class="main">
            <${TopBar} />
            ${connection === "lost" ? html`<p class="lost" role="status">The playground isn't responding. Trying again…</p>` : null}
            <${MessageList} />
            <${Composer} />
          </main>
          <${Panel} />
        </div>
        <${FormHost} />
        <${PictureView} />
        <${Announcer} />
      <//>
    <//>
  <//>`;
}

function Clock({ children }: { readonly children: Children }): View {
  const { store } = useSession();
  const aheadMs = useStore(store, (model) => model.clockAheadMs);
  const [realMs, setReal] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setReal(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return html`<${NowContext.Provider} value=${realMs + aheadMs}>${children}<//>`;
}

function Announcer(): View {
  const { store } = useSession();
  const words = useStore(store, (model) => model.announcement);
  return html`<p class="visually-hidden" role="status" aria-live="polite">${words}</p>`;
}

function Waiting({ trouble }: { readonly trouble: string | undefined }): View {
  return html`<main class="waiting">
    <h1>Playground</h1>
    <p role="status">${trouble ?? "Loading the server…"}</p>
    ${trouble === undefined ? null : html`<button type="button" class="button primary" onClick=${() => location.reload()}>Try again</button>`}
  </main>`;
}
