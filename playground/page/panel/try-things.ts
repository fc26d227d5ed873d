import type { ControlGroup, ControlState } from "../../page-api/switches.ts";
import { useNow } from "../clock.ts";
import { html, type View } from "../html.ts";
import { useSession } from "../session.ts";
import { useStore } from "../store.ts";
import { formatTime } from "../time.ts";
import { Things } from "./things.ts";

const groups: readonly (readonly [ControlGroup, string, string])[] = [
  ["clock", "The clock", "Move time ahead; scheduled posts appear when they're due."],
  ["service", "The workspace service", "Make it fail, and see what people read."],
  ["discord", "Discord", "Give Discord a bad day, and see how the bot copes."],
  ["bot", "The bot", "Restart it while it's working."],
];

/** Ids to use, time to move, and what can be made to fail. */
export function TryThings(): View {
  const { store } = useSession();
  const controls = useStore(store, (model) => model.controls);
  const said = useStore(store, (model) => model.announcement);
  if (controls.length === 0) {
    return html`<p class="panel-empty">This playground has no switches.</p>`;
  }
  return html`<div class="switches">
    <${Things} />
    ${said === "" ? null : html`<p class="said">${said}</p>`}
    ${groups.map(([group, title, about]) => {
      const inGroup = controls.filter((control) => control.group === group);
      return inGroup.length === 0
        ? null
        : html`<section aria-label=${title}>
            <h3>${title}</h3>
            <p class="switches-about">${group === "clock" ? html`<${ClockLine} />` : about}</p>
            <ul>
              ${inGroup.map((control) => html`<li key=${control.id}><${ControlRow} control=${control} /></li>`)}
            </ul>
          </section>`;
    })}
  </div>`;
}

function ClockLine(): View {
  const nowMs = useNow();
  return html`<span>It is ${formatTime(nowMs / 1_000, "F", { nowMs })} here.</span>`;
}

function ControlRow({ control }: { readonly control: ControlState }): View {
  const { use } = useSession();
  const { kind, label, hint, isOn = false, choices = [], chosen } = control;
  if (kind === "choice") {
    return html`<div class="switch-row switch-choice">
      <span class="switch-words">${label}</span>
      <span class="sides" role="group" aria-label=${label}>
        ${choices.map(
          ({ value, label: name }) =>
            html`<button
              type="button"
              aria-pressed=${value === chosen}
              onClick=${() => void use(control, value)}
            >
              ${name}
            </button>`,
        )}
      </span>
    </div>`;
  }
  const push = (): void => void use(control);
  const words = html`<span class="switch-words"
    >${label}${hint === undefined ? null : html`<small>${hint}</small>`}</span
  >`;
  if (kind === "action") {
    return html`<button type="button" class="switch-row switch-action" onClick=${push}>${words}</button>`;
  }
  return html`<button type="button" class="switch-row" role="switch" aria-checked=${isOn} onClick=${push}>
    ${words}<span class="switch-track" aria-hidden="true"></span>
  </button>`;
}
