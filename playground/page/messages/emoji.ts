import type { APIMessageComponentEmoji } from "discord-api-types/v10";
import { html, type View } from "../html.ts";

/** An own emoji is shown by its name: its picture lies at Discord, which the playground never asks. */
export function Emoji({ emoji }: { readonly emoji: APIMessageComponentEmoji | undefined }): View {
  if (emoji?.name === undefined) return null;
  if (emoji.id !== undefined) return html`<span class="custom-emoji">:${emoji.name}:</span>`;
  return html`<span class="emoji" aria-hidden="true">${emoji.name}</span>`;
}
