import { useNow } from "../clock.ts";
import { focusComposer } from "../composer/focus-composer.ts";
import { html, type View } from "../html.ts";
import type { Note } from "../model.ts";
import { useSession } from "../session.ts";
import { Icon } from "../shell/icon.ts";
import { formatSent } from "../time.ts";

/** A command that came to nothing: Discord tells only the person who ran it, and so does the page. */
export function NoteView({ note }: { readonly note: Note }): View {
  const { dropNote } = useSession();
  const nowMs = useNow();
  const dismiss = (): void => {
    focusComposer();
    dropNote(note.id);
  };
  return html`<article
    class="message message-private message-note"
    aria-label=${`${note.command}: ${note.text}`}
  >
    <span class="avatar avatar-large avatar-note" aria-hidden="true">!</span>
    <div class="message-body">
      <header class="message-heading">
        <span class="author">${note.command}</span>
        <time class="sent">${formatSent(note.atMs, { nowMs })}</time>
      </header>
      <p class="failure">${note.text}</p>
      <p class="private-mark">
        <${Icon} name="eye" />Only you can see this ·
        <button type="button" class="text-button" onClick=${dismiss}>Dismiss</button>
      </p>
    </div>
  </article>`;
}
