import { addressOf, useGuild } from "../guild.ts";
import { html, type View } from "../html.ts";

interface MentionProps {
  readonly kind: "user" | "role" | "channel";
  readonly id: string;
}

export function Mention({ kind, id }: MentionProps): View {
  const guild = useGuild();
  if (kind === "user") return html`<span class="mention">@${guild.userName(id) ?? "unknown-user"}</span>`;
  if (kind === "role") {
    const role = guild.role(id);
    return html`<span class="mention">@${role?.name ?? "unknown-role"}</span>`;
  }
  const name = guild.channelName(id);
  const far = guild.farChannel(id);
  if (far !== undefined) {
    const address = addressOf(guild.state.me.username, far.guild.id, id);
    return html`<a class="mention" href=${address}>#${far.name} in ${far.guild.name}</a>`;
  }
  if (name === undefined) return html`<span class="mention">#unknown</span>`;
  return html`<button type="button" class="mention" onClick=${() => guild.showChannel(id)}>#${name}</button>`;
}
