import type { PageMember } from "../../discord/page-types.ts";
import { useGuild } from "../guild.ts";
import { html, type View } from "../html.ts";
import { useMenu } from "../menu.ts";
import { colorStyle } from "../messages/color.ts";
import { Avatar } from "../shell/avatar.ts";
import { Icon } from "../shell/icon.ts";

export function Members(): View {
  const { state } = useGuild();
  const bots = state.members.filter(({ bot }) => bot);
  const people = state.members.filter(({ bot }) => !bot);
  return html`<div class="members">
    <h3>People, ${people.length}</h3>
    <ul>
      ${people.map((member) => html`<li key=${member.discordUserId}><${MemberRow} member=${member} /></li>`)}
    </ul>
    ${
      bots.length === 0
        ? null
        : html`<h3>Bots, ${bots.length}</h3>
            <ul>
              ${bots.map((member) => html`<li key=${member.discordUserId}><${MemberRow} member=${member} /></li>`)}
            </ul>`
    }
  </div>`;
}

function MemberRow({ member }: { readonly member: PageMember }): View {
  const guild = useGuild();
  const menu = useMenu();
  const { discordUserId, displayName, bot, color } = member;
  const target = { kind: "user", discordUserId } as const;
  return html`<div class="member" onContextMenu=${(event: MouseEvent) => menu.openAtPointer(event, target)}>
    <${Avatar} name=${displayName} id=${discordUserId} isBot=${bot} size="medium" />
    <span class="member-words">
      <span class="author" style=${colorStyle(color)}>${displayName}</span>
      <small
        >${bot ? (guild.state.botConnected ? "online" : "offline") : (guild.standing(member) ?? "no roles")}</small
      >
    </span>
    <button
      type="button"
      class="icon-button"
      aria-label=${`More for ${displayName}`}
      aria-haspopup="menu"
      onClick=${(event: MouseEvent) => menu.openBeside(event, target)}
    >
      <${Icon} name="more" />
    </button>
  </div>`;
}
