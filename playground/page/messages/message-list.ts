import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SeenMessage } from "../../discord/member-types.ts";
import { useGuild } from "../guild.ts";
import { html, type View } from "../html.ts";
import type { Note } from "../model.ts";
import { useSession } from "../session.ts";
import { useStore } from "../store.ts";
import { Message } from "./message.ts";
import { NoteView } from "./note.ts";
import { Welcome } from "./welcome.ts";

const continuesWithinMs = 7 * 60_000;
const nearEndPx = 120;
const nearTopPx = 400;
const none: readonly SeenMessage[] = [];

export function MessageList(): View {
  const { store, loadOlder } = useSession();
  const guild = useGuild();
  const channelId = useStore(store, (model) => model.channelId);
  const known = useStore(store, (model) => model.byChannel[model.channelId ?? ""]);
  const allNotes = useStore(store, (model) => model.notes);
  const scroller = useRef<HTMLDivElement>(null);
  const place = useRef({ isAtEnd: true, oldest: "", newest: "", notes: 0, channelId });
  const [hasNew, setHasNew] = useState(false);
  const lastTop = useRef(0);
  /** Of what someone sees first, the uppermost message begins at the top, so that a board is read from its title. */
  const isUntouched = useRef(true);
  const isLoading = useRef(false);
  const channel = guild.channel(channelId);
  const messages = known?.messages ?? none;
  const notes = allNotes.filter((note) => note.channelId === channelId);
  /** By the index of the first message after them. */
  const notesBefore = Map.groupBy(notes, ({ atMs }) => messages.findIndex(({ sentAtMs }) => sentAtMs > atMs));

  const oldest = messages[0]?.id ?? "";
  const last = messages.at(-1);
  const newest = last?.id ?? "";
  const isOwn = last?.private === true || last?.asked?.discordUserId === guild.state.me.discordUserId;
  const cameOlder = place.current.channelId === channelId && !["", oldest].includes(place.current.oldest);
  // Measured before older ones are added above: what is being read must not move.
  const topBefore = cameOlder ? topOf(scroller.current, place.current.oldest) : 0;

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const before = place.current;
    const cameNew = newest > before.newest;
    // One's own answer is what one waits for; others' must not push what is being read.
    const isForMe = (cameNew && isOwn) || notes.length > before.notes;
    const goesToEnd = staysAtEnd(element) || before.channelId !== channelId || isForMe;
    // One's own last answer is what one comes back to.
    if (isOwn || (before.newest !== "" && (cameNew || before.channelId !== channelId)))
      isUntouched.current = false;
    if (goesToEnd) lastTop.current = scrollToEnd(element, isUntouched.current);
    if (cameNew && isOwn) focusAnswer(newest);
    if (!goesToEnd && cameOlder) element.scrollTop += topOf(element, before.oldest) - topBefore;
    setHasNew((had) => !goesToEnd && (had || cameNew));
    place.current = { isAtEnd: goesToEnd, oldest, newest, notes: notes.length, channelId };
  }, [messages, notes.length, channelId]);

  /** Where someone just scrolled counts before the browser tells of it, which is a frame later. */
  const staysAtEnd = (element: HTMLElement): boolean =>
    place.current.isAtEnd && (isNearEnd(element) || element.scrollTop >= lastTop.current);

  // Growing pictures and replies must not move what is being read: only a reader at the end stays at the end.
  useLayoutEffect(() => {
    const element = scroller.current;
    const inner = element?.firstElementChild;
    if (element === null || inner === null || inner === undefined) return undefined;
    const observer = new ResizeObserver(() => {
      if (staysAtEnd(element)) lastTop.current = scrollToEnd(element, isUntouched.current);
    });
    observer.observe(inner);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // The browser itself scrolls, too, when pictures come.
  const touch = (): void => {
    isUntouched.current = false;
  };
  const onScroll = (): void => {
    const element = scroller.current;
    if (element === null) return;
    // What grew since the last frame moves the end away too; only someone who scrolls up leaves it.
    if (isNearEnd(element)) {
      place.current.isAtEnd = true;
      setHasNew(false);
    } else place.current.isAtEnd = staysAtEnd(element);
    lastTop.current = element.scrollTop;
    if (element.scrollTop > nearTopPx || isLoading.current || known?.hasOlder !== true) return;
    isLoading.current = true;
    void loadOlder().finally(() => {
      isLoading.current = false;
    });
  };

  const toEnd = (): void => {
    const element = scroller.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  };

  return html`<div class="scroll-area">
    <div
      ref=${scroller}
      class="scroller"
      onScroll=${onScroll}
      onWheel=${touch}
      onPointerDown=${touch}
      onKeyDown=${touch}
      tabindex="0"
      role="region"
      aria-label="Messages"
    >
      <div
        class="messages"
        role="log"
        aria-live="polite"
        aria-relevant="additions"
        aria-label=${`Messages in ${channel?.name ?? "this channel"}`}
      >
        ${known?.hasOlder === true ? html`<p class="older">Scroll up for earlier messages.</p>` : html`<${Welcome} channel=${channel} />`}
        ${[
          ...messages.flatMap((message, index) => {
            const between = notesBefore.get(index) ?? [];
            const isContinued = between.length === 0 && continues(messages[index - 1], message);
            return [
              ...between.map(noteView),
              html`<${Message} key=${message.id} message=${message} isContinued=${isContinued} />`,
            ];
          }),
          ...(notesBefore.get(-1) ?? []).map(noteView),
        ]}
      </div>
    </div>
    ${hasNew ? html`<button type="button" class="new-message" onClick=${toEnd}>New message</button>` : null}
  </div>`;
}

function noteView(note: Note): View {
  return html`<${NoteView} key=${`note-${String(note.id)}`} note=${note} />`;
}

function continues(before: SeenMessage | undefined, message: SeenMessage): boolean {
  return (
    before !== undefined &&
    before.author.discordUserId === message.author.discordUserId &&
    before.private === message.private &&
    message.sentAtMs - before.sentAtMs < continuesWithinMs
  );
}

const isNearEnd = (element: HTMLElement): boolean =>
  element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx;

/**
 * @param isWhole stops where the message that would be cut at the top begins
 * @returns where that is: the browser tells of it a frame later, by when someone may have scrolled up again
 */
function scrollToEnd(element: HTMLElement, isWhole: boolean): number {
  element.scrollTop = element.scrollHeight;
  const { top } = element.getBoundingClientRect();
  const cut = [...element.querySelectorAll(".message")]
    .map((message) => message.getBoundingClientRect())
    .find((edges) => edges.top < top && edges.bottom > top);
  if (isWhole && cut !== undefined) element.scrollTop -= top - cut.top;
  return element.scrollTop;
}

/** Whoever typed a command stays at the command line; who used something on a message goes on in its answer. */
function focusAnswer(messageId: string): void {
  const focused = document.activeElement;
  if (focused !== document.body && focused?.closest(".message") === null) return;
  document.querySelector<HTMLElement>(`[data-message-id="${messageId}"]`)?.focus({ preventScroll: true });
}

function topOf(scroller: HTMLElement | null, messageId: string): number {
  return scroller?.querySelector(`[data-message-id="${messageId}"]`)?.getBoundingClientRect().top ?? 0;
}
