import { useEffect, useId, useState } from "preact/hooks";
import { useGuild } from "../guild.ts";
import { html, type View } from "../html.ts";
import { closedChoices } from "./static-choices.ts";
import { FileChip } from "./file-chip.ts";
import { mentionChoices, type OptionChoice, sentText, withMention } from "./mentions.ts";
import { type ChipInput, type ChipProps, Option } from "./option-values.ts";
import { useSuggestions } from "./use-suggestions.ts";

const maxShown = 25;

/** One option of a command: its name, its value, its list, its error. */
export function Chip(props: ChipProps): View {
  return props.option.type === Option.Attachment
    ? html`<${FileChip} ...${props} />`
    : html`<${TextChip} ...${props} />`;
}

function TextChip({
  path,
  option,
  input,
  others,
  error,
  onChange,
  onPicked,
  onFocus,
  onLeave,
  onRemove,
}: ChipProps): View {
  const guild = useGuild();
  const id = useId();
  const [isFocused, setFocused] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const [moved, setMoved] = useState<number>();
  const closed = closedChoices(option, guild);
  const asksBot = "autocomplete" in option && (option.autocomplete ?? false);
  const isLooking = isFocused && !isClosed;
  const { text, mentions = [] } = input;
  const suggested = useSuggestions(
    isLooking && asksBot ? { path, option, text: sentText(text, mentions), others } : undefined,
  );
  const people = option.type === Option.String ? mentionChoices(text, mentions, guild) : [];
  const listed = closed === undefined ? [...people, ...suggested.choices] : matching(closed, input);
  const choices = isLooking ? listed.slice(0, maxShown) : [];
  const isOpen = isLooking && (choices.length > 0 || asksBot || closed !== undefined);
  // Nothing is picked unasked from an optional field.
  const first = input.text !== "" || option.required === true ? 0 : undefined;
  const active = choices.length === 0 ? undefined : (moved ?? first);
  const chosen = active === undefined ? undefined : choices[active];

  useEffect(() => {
    if (active !== undefined)
      document.getElementById(`${id}-${String(active)}`)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const pick = ({ name, value, mention }: OptionChoice): void => {
    setClosed(true);
    setMoved(undefined);
    if (mention === undefined) onPicked({ text: name, picked: value });
    // The text continues after a name.
    else onChange({ text: withMention(text, mention), mentions: [...mentions, mention] });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    const isAtStart = event.target.selectionStart === 0 && event.target.selectionEnd === 0;
    if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && chosen !== undefined) {
      event.preventDefault();
      pick(chosen);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && choices.length > 0) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setMoved(
        active === undefined
          ? step === 1
            ? 0
            : choices.length - 1
          : (active + step + choices.length) % choices.length,
      );
    } else if (event.key === "ArrowDown") {
      setClosed(false);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      setClosed(true);
    } else if (event.key === "Backspace" && input.text === "") {
      event.preventDefault();
      onRemove();
    } else if (isAtStart && event.key === "ArrowLeft") {
      focusBeside(event.target, -1);
    } else if (event.key === "ArrowRight" && event.target.selectionEnd === input.text.length) {
      focusBeside(event.target, 1);
    }
  };

  return html`<span class=${`chip ${error === undefined ? "" : "chip-wrong"}`}>
    <label class="chip-name" for=${`${id}-input`}>${option.name}</label>
    <input
      id=${`${id}-input`}
      class="chip-input"
      type="text"
      role="combobox"
      autocomplete="off"
      data-option=${option.name}
      inputmode=${option.type === Option.Integer ? "numeric" : option.type === Option.Number ? "decimal" : undefined}
      size=${Math.max(6, Math.min(40, input.text.length + 1))}
      aria-expanded=${isOpen}
      aria-controls=${`${id}-list`}
      aria-autocomplete="list"
      aria-activedescendant=${chosen === undefined ? undefined : `${id}-${String(active)}`}
      aria-required=${option.required === true}
      aria-invalid=${error !== undefined}
      aria-describedby=${error === undefined ? undefined : `${id}-error`}
      value=${input.text}
      onInput=${(event: Event) => {
        if (!(event.target instanceof HTMLInputElement)) return;
        setClosed(false);
        setMoved(undefined);
        onChange({ text: event.target.value, mentions });
      }}
      onKeyDown=${onKeyDown}
      onFocus=${() => {
        setFocused(true);
        setClosed(false);
        onFocus();
      }}
      onBlur=${() => {
        setFocused(false);
        onLeave();
      }}
    />
    ${error === undefined ? null : html`<span id=${`${id}-error`} class="chip-error" role="alert">${error}</span>`}
    ${
      isOpen
        ? html`<div class="popup">
            <div class="popup-title">${option.name}: ${option.description}</div>
            <div
              id=${`${id}-list`}
              class="popup-list"
              role="listbox"
              aria-label=${`Values for ${option.name}`}
            >
              ${choices.map(
                (choice, index) =>
                  html`<div
                    id=${`${id}-${String(index)}`}
                    role="option"
                    aria-selected=${index === active}
                    class=${`popup-option ${index === active ? "is-active" : ""}`}
                    onPointerDown=${(event: Event) => event.preventDefault()}
                    onPointerMove=${() => setMoved(index)}
                    onClick=${() => pick(choice)}
                  >
                    <span dir="auto">${choice.name}</span>
                    ${choice.hint ? html`<span class="popup-option-text">${choice.hint}</span>` : null}
                  </div>`,
              )}
            </div>
            ${choices.length === 0 ? html`<p class="popup-empty" role="status">${suggested.isWaiting ? "Asking the bot…" : (suggested.trouble ?? "Nothing fits.")}</p>` : null}
          </div>`
        : null
    }
  </span>`;
}

function matching(choices: readonly OptionChoice[], { text, picked }: ChipInput): readonly OptionChoice[] {
  const typed = text.trim().toLowerCase().replace(/^[@#]/, "");
  if (typed === "" || picked !== undefined) return choices;
  return choices
    .filter(({ name, hint }) => name.toLowerCase().includes(typed) || hint?.toLowerCase().includes(typed))
    .toSorted((a, b) => nearness(b.name, typed) - nearness(a.name, typed));
}

/** Enter takes the first: what is called just so comes before what only holds the letters. */
function nearness(name: string, typed: string): number {
  const known = name.toLowerCase();
  return Number(known.startsWith(typed)) + Number(known === typed);
}

function focusBeside(from: HTMLElement, step: number): void {
  const all = [...(from.closest("form")?.querySelectorAll<HTMLElement>("[data-option], [data-send]") ?? [])];
  all[all.indexOf(from) + step]?.focus();
}
