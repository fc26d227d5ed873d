import type { APIButtonComponent } from "discord-api-types/v10";
import { Style } from "../component-types.ts";
import { html, type View } from "../html.ts";
import { webAddress } from "../markdown/links.ts";
import { useSession } from "../session.ts";
import { Icon } from "../shell/icon.ts";
import { useStore } from "../store.ts";
import { Emoji } from "./emoji.ts";

const looks: Readonly<Record<number, string>> = {
  [Style.Primary]: "primary",
  [Style.Secondary]: "secondary",
  [Style.Success]: "success",
  [Style.Danger]: "danger",
};

interface ButtonProps {
  readonly button: APIButtonComponent;
  readonly messageId: string;
}

export function MessageButton({ button, messageId }: ButtonProps): View {
  const { store, press } = useSession();
  const customId = "custom_id" in button ? button.custom_id : undefined;
  const isPending = useStore(store, (model) => model.pending.has(`${messageId} ${customId ?? ""}`));
  if (button.style === Style.Premium) return html`<span class="button secondary">Buy</span>`;
  const face = html`<${Emoji} emoji=${button.emoji} />${button.label}`;
  const name = button.label === undefined ? (button.emoji?.name ?? "Button") : undefined;
  if (button.style === Style.Link) {
    const address = webAddress(button.url);
    if (button.disabled === true || address === undefined) {
      return html`<span class="button secondary" role="link" aria-disabled="true" aria-label=${name}
        >${face}</span
      >`;
    }
    return html`<a
      class="button secondary"
      href=${address}
      target="_blank"
      rel="noreferrer noopener"
      aria-label=${name}
    >
      ${face}<${Icon} name="outward" />
    </a>`;
  }
  const push = (): void => void (isPending || customId === undefined || press(messageId, customId));
  return html`<button
    type="button"
    class=${`button ${looks[button.style] ?? "secondary"}`}
    disabled=${button.disabled === true}
    aria-busy=${isPending}
    aria-label=${name}
    onClick=${push}
  >
    <span class="button-face">${face}</span>
    ${isPending ? html`<span class="dots"><i></i><i></i><i></i></span>` : null}
  </button>`;
}
