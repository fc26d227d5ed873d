import { useEffect } from "preact/hooks";
import { html, type View } from "../html.ts";
import type { PanelTab } from "../model.ts";
import { useSession } from "../session.ts";
import { Icon } from "../shell/icon.ts";
import { useStore } from "../store.ts";
import { Members } from "./members.ts";
import { Requests } from "./requests.ts";
import { TryThings } from "./try-things.ts";

const askEveryMs = 1_000;

const tabs: readonly (readonly [PanelTab, string])[] = [
  ["try", "Try things"],
  ["requests", "Requests"],
  ["members", "Members"],
];

/** Behind the scenes: what there is to try and to break, what the bot sends, and who is here. */
export function Panel(): View {
  const { store, loadPanel } = useSession();
  const isOpen = useStore(store, (model) => model.isPanelOpen);
  const tab = useStore(store, (model) => model.panelTab);
  useEffect(() => {
    if (!isOpen) return undefined;
    const ask = (): void => void loadPanel().catch(() => undefined);
    ask();
    const timer = setInterval(ask, askEveryMs);
    return () => clearInterval(timer);
  }, [isOpen]);
  if (!isOpen) return null;
  const close = (): void => {
    store.set({ isPanelOpen: false });
    document.getElementById("panel-button")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const at = tabs.findIndex(([name]) => name === tab);
    const next = tabs[(at + step + tabs.length) % tabs.length]?.[0] ?? tab;
    store.set({ panelTab: next });
    document.getElementById(`tab-${next}`)?.focus();
  };
  return html`<aside class="panel" id="panel" aria-label="Behind the scenes">
    <header class="panel-head">
      <div role="tablist" aria-label="Behind the scenes" class="tabs" onKeyDown=${onKeyDown}>
        ${tabs.map(
          ([name, label]) =>
            html`<button
              type="button"
              role="tab"
              id=${`tab-${name}`}
              aria-selected=${name === tab}
              aria-controls="panel-content"
              tabindex=${name === tab ? 0 : -1}
              onClick=${() => store.set({ panelTab: name })}
            >
              ${label}
            </button>`,
        )}
      </div>
      <button type="button" class="icon-button" aria-label="Close the panel" onClick=${close}>
        <${Icon} name="close" />
      </button>
    </header>
    <div
      id="panel-content"
      class="panel-content"
      role="tabpanel"
      aria-labelledby=${`tab-${tab}`}
      tabindex="0"
    >
      ${tab === "requests" ? html`<${Requests} />` : tab === "try" ? html`<${TryThings} />` : html`<${Members} />`}
    </div>
  </aside>`;
}
