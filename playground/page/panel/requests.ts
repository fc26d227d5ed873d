import { useState } from "preact/hooks";
import { html, type View } from "../html.ts";
import { formatBytes } from "../messages/attachments.ts";
import { useSession } from "../session.ts";
import { useStore } from "../store.ts";
import { type Shown, shownRequests, type Side } from "./shown-requests.ts";

const sides: readonly (readonly [Side | "both", string])[] = [
  ["both", "Both"],
  ["service", "Service"],
  ["discord", "Discord"],
];

export function Requests(): View {
  const { store } = useSession();
  const toDiscord = useStore(store, (model) => model.requests);
  const toService = useStore(store, (model) => model.serviceRequests);
  const [side, setSide] = useState<Side | "both">("both");
  const shown = shownRequests(toDiscord, toService, side);
  return html`<div class="requests">
    <div class="sides" role="group" aria-label="Show requests to">
      ${sides.map(
        ([name, label]) =>
          html`<button type="button" aria-pressed=${side === name} onClick=${() => setSide(name)}>
            ${label}
          </button>`,
      )}
    </div>
    ${
      shown.length === 0
        ? html`<p class="panel-empty">
            Nothing yet. Run a command to see what the bot requests from the workspace service and from
            Discord.
          </p>`
        : html`<table>
            <caption class="visually-hidden">
              Requests of the bot, newest first
            </caption>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Request</th>
                <th scope="col">Answer</th>
              </tr>
            </thead>
            <tbody>
              ${shown.map((request) => html`<${Row} key=${request.key} request=${request} />`)}
            </tbody>
          </table>`
    }
  </div>`;
}

function Row({ request }: { readonly request: Shown }): View {
  const { side, at, method, path, status, isWell, ms, bytes } = request;
  return html`<tr>
    <td class="request-time">${at}</td>
    <td>
      <span class=${`side side-${side}`}>${side}</span>
      <span class="request-method">${method}</span>
      <span class="request-path">${path}</span>
    </td>
    <td class="request-answer">
      <span class=${`status ${isWell ? "status-well" : "status-bad"}`}>${status}</span>
      <small>${ms} ms · ${formatBytes(bytes)}</small>
    </td>
  </tr>`;
}
