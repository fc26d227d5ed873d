import { useState } from "preact/hooks";
import { type Children, html, type View } from "../html.ts";

export function Spoiler({ children }: { readonly children: Children }): View {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return html`<span class="spoiler spoiler-open">${children}</span>`;
  // Hidden from screen readers as well, until it is asked for.
  return html`<button
    type="button"
    class="spoiler"
    aria-label="Spoiler, show it"
    onClick=${() => setOpen(true)}
  >
    <span aria-hidden="true" inert>${children}</span>
  </button>`;
}
