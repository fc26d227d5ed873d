import { firstLetter } from "../initials.ts";
import { html, type View } from "../html.ts";

const tones = 6;

interface AvatarProps {
  readonly name: string;
  readonly id: string;
  readonly isBot?: boolean | undefined;
  readonly size?: "small" | "medium" | "large";
}

/** Letters in a colour of the person's own: the playground has no pictures of people. */
export function Avatar({ name, id, isBot = false, size = "large" }: AvatarProps): View {
  const tone = Number(id.slice(-3)) % tones;
  return html`<span
    class=${`avatar avatar-${size} ${isBot ? "avatar-bot" : `tone-${String(tone)}`}`}
    aria-hidden="true"
  >
    ${isBot ? html`<svg viewBox="0 0 24 24"><path d="M5 9h11v5a4 4 0 01-4 4H9a4 4 0 01-4-4zM16 10h2a2 2 0 010 4h-2M8 3v3M12 3v3" /></svg>` : firstLetter(name)}
  </span>`;
}
