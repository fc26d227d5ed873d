import { useEffect, useRef, useState } from "preact/hooks";
import type { PageMember } from "../../discord/page-types.ts";
import { addressOf, useGuild } from "../guild.ts";
import { html, type View } from "../html.ts";
import { Avatar } from "./avatar.ts";
import { Icon } from "./icon.ts";

/** Who acts in this tab. Each person is a link, so that a second tab can be someone else. */
export function PersonSwitch(): View {
  const guild = useGuild();
  const { me, members } = guild.state;
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const people = members.filter(({ bot }) => !bot);
  const rolesOf = (member: PageMember): string => guild.standing(member) ?? "Stranger, no roles";

  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = ({ target }: Event): void => {
      if (!(target instanceof Node && root.current?.contains(target))) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    root.current?.querySelector<HTMLElement>(".me")?.focus();
  };
  return html`<div class="person-switch" ref=${root} onKeyDown=${onKeyDown}>
    ${
      isOpen
        ? html`<nav class="people" id="people" aria-label="Act as">
            <p>Act as. Open someone in a second tab to see both sides.</p>
            <ul>
              ${people.map(
                (member) =>
                  html`<li key=${member.discordUserId}>
                    <a
                      href=${addressOf(member.username, guild.state.guild.id)}
                      aria-current=${member.discordUserId === me.discordUserId ? "true" : undefined}
                    >
                      <${Avatar} name=${member.displayName} id=${member.discordUserId} size="medium" />
                      <span class="member-words"
                        ><span>${member.displayName}</span><small>${rolesOf(member)}</small></span
                      >
                      ${member.discordUserId === me.discordUserId ? html`<${Icon} name="check" />` : null}
                    </a>
                  </li>`,
              )}
            </ul>
          </nav>`
        : null
    }
    <button
      type="button"
      class="me"
      aria-expanded=${isOpen}
      aria-controls="people"
      onClick=${() => setOpen(!isOpen)}
    >
      <${Avatar} name=${me.displayName} id=${me.discordUserId} size="medium" />
      <span class="member-words">
        <span><span class="visually-hidden">You are </span>${me.displayName}</span
        ><small>${rolesOf(me)}</small>
      </span>
      <span class="me-change">Change</span>
    </button>
  </div>`;
}
