import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PageChannel } from "../../discord/page-types.ts";
import { Refused } from "../api.ts";
import { html, type View } from "../html.ts";
import { findLeaves, type CommandEntry } from "./command-entries.ts";

interface CommandInputProps {
  readonly entries: readonly CommandEntry[];
  readonly channel: PageChannel | undefined;
  /** As people call it: `#orders`. */
  readonly place: string;
  readonly onPick: (entry: CommandEntry) => void;
  readonly onSay: (content: string) => Promise<void>;
}

/** The empty composer: a slash opens the list of commands this person may use here; anything else is a message. */
export function CommandInput({ entries, channel, place, onPick, onSay }: CommandInputProps): View {
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const [hint, setHint] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const isOpen = text.startsWith("/") && !isClosed;
  const found = isOpen ? findLeaves(entries, text.slice(1)) : [];
  const chosen = found[Math.min(active, found.length - 1)];

  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const startFromAnywhere = (event: KeyboardEvent): void => {
      // A message has the focus after its pressed button went with the answer.
      const isIdle = event.target instanceof Element && event.target.matches("body, [data-message-id]");
      if (event.key === "/" && isIdle) input.current?.focus();
    };
    document.addEventListener("keydown", startFromAnywhere);
    return () => document.removeEventListener("keydown", startFromAnywhere);
  }, []);
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${String(active)}`)?.scrollIntoView({ block: "nearest" });
  }, [active, isOpen]);

  const onInput = (event: Event): void => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const typed = event.target.value;
    setText(typed);
    setActive(0);
    setClosed(false);
    setHint("");
    // A whole command and a space after it leave nothing to pick.
    const exact = entries.find(({ path }) => `/${path} ` === typed);
    if (exact !== undefined && !entries.some(({ path }) => path.startsWith(`${exact.path} `))) onPick(exact);
  };
  const send = (): void => {
    setText("");
    onSay(text).catch((error: unknown) => {
      setText((typed) => typed || text);
      setHint(
        error instanceof Refused ? error.message : "The playground isn't responding. Nothing was sent.",
      );
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === "Enter" || (event.key === "Tab" && isOpen && chosen !== undefined && !event.shiftKey)) {
      event.preventDefault();
      if (chosen !== undefined) onPick(chosen);
      else if (text.startsWith("/") && isClosed) setClosed(false);
      else if (text.startsWith("/")) setHint(noSuchCommand);
      else if (text.trim() !== "") send();
    } else if (isOpen && found.length > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      setActive((active + (event.key === "ArrowDown" ? 1 : -1) + found.length) % found.length);
    } else if (event.key === "Escape" && isOpen) {
      setClosed(true);
    }
  };
  const isOff = channel === undefined || !channel.canUseCommands;
  const placeholder = isOff ? "You can't use commands here" : `Type / for commands in ${place}`;

  return html`<div class="composer-box">
    ${isOpen ? html`<${Picker} id=${id} found=${found} typed=${text} chosen=${chosen} onPick=${onPick} onActive=${setActive} />` : null}
    ${hint === "" ? null : html`<p class="composer-hint" role="status">${hint}</p>`}
    <input
      ref=${input}
      class="composer-input"
      type="text"
      role="combobox"
      autocomplete="off"
      spellcheck=${false}
      aria-label="Command"
      aria-expanded=${isOpen}
      aria-controls=${`${id}-list`}
      aria-autocomplete="list"
      aria-activedescendant=${chosen === undefined ? undefined : `${id}-${String(found.indexOf(chosen))}`}
      placeholder=${placeholder}
      disabled=${isOff}
      value=${text}
      onInput=${onInput}
      onKeyDown=${onKeyDown}
      onBlur=${() => setClosed(true)}
      onFocus=${() => setClosed(false)}
    />
    <button
      type="button"
      class="slash-button"
      disabled=${isOff}
      aria-label="Show the commands"
      onPointerDown=${(event: Event) => event.preventDefault()}
      onClick=${() => {
        setText("/");
        setActive(0);
        setClosed(false);
        input.current?.focus();
      }}
    >
      <kbd aria-hidden="true">/</kbd>
    </button>
  </div>`;
}

const noSuchCommand = "You can't use that command here. Type / to see the ones you can use.";

interface PickerProps {
  readonly id: string;
  readonly found: readonly CommandEntry[];
  readonly typed: string;
  readonly chosen: CommandEntry | undefined;
  readonly onPick: (entry: CommandEntry) => void;
  readonly onActive: (index: number) => void;
}

function Picker({ id, found, typed, chosen, onPick, onActive }: PickerProps): View {
  const groups = Map.groupBy(found, ({ group }) => group);
  return html`<div class="popup">
    <div class="popup-title">
      ${typed === "/" ? "Commands you can use here" : `Commands matching ${typed}`}
    </div>
    ${found.length === 0 ? html`<p class="popup-empty">You can't use any here.</p>` : null}
    <div id=${`${id}-list`} class="popup-list" role="listbox" aria-label="Commands">
      ${[...groups].map(
        ([group, entries]) =>
          html`<div role="group" aria-label=${group} class="picker-group">
            <div class="picker-group-name" aria-hidden="true">${group}</div>
            ${entries.map((entry) => {
              const index = found.indexOf(entry);
              return html`<div
                id=${`${id}-${String(index)}`}
                role="option"
                aria-selected=${entry === chosen}
                class=${`popup-option ${entry === chosen ? "is-active" : ""}`}
                onPointerDown=${(event: Event) => event.preventDefault()}
                onPointerMove=${() => onActive(index)}
                onClick=${() => onPick(entry)}
              >
                <span class="popup-option-head">
                  <strong>/${entry.path}</strong>
                  ${entry.options.map(
                    ({ name, required }) =>
                      html`<span class=${`option-tag ${required === true ? "is-required" : ""}`}
                        >${name}</span
                      >`,
                  )}
                </span>
                <span class="popup-option-text">${entry.description}</span>
              </div>`;
            })}
          </div>`,
      )}
    </div>
  </div>`;
}
