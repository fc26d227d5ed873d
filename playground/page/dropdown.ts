import { useEffect, useId, useRef, useState } from "preact/hooks";
import { html, type View } from "./html.ts";
import type { Choice } from "./messages/select-choices.ts";
import { colorStyle } from "./messages/color.ts";
import { Avatar } from "./shell/avatar.ts";
import { Icon } from "./shell/icon.ts";
import { placeBeside } from "./popover-position.ts";

interface DropdownProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly least: number;
  readonly most: number;
  readonly isDisabled?: boolean;
  readonly isBusy?: boolean;
  readonly labelledBy?: string;
  readonly describedBy?: string;
  readonly isInvalid?: boolean;
  /** One choice comes at once; several when the list closes. */
  readonly onChoose: (values: readonly string[]) => void;
}

/** A select of Discord's kind: a button that opens a list, for one value or several, with mouse or keys. */
export function Dropdown(props: DropdownProps): View {
  const { label, choices, chosen, least, most, isDisabled = false, isBusy = false, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<readonly string[]>(chosen);
  const [active, setActive] = useState(0);
  const [typed, setTyped] = useState("");
  const trigger = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const isMany = most > 1;
  const chosenKey = chosen.join(" ");

  useEffect(() => setPicked(chosen), [chosenKey]);
  useEffect(() => {
    const element = list.current;
    if (element === null || trigger.current === null) return undefined;
    if (element.matches(":popover-open") !== isOpen) element.togglePopover(isOpen);
    if (!isOpen) return undefined;
    const button = trigger.current;
    const place = (): void => placeBeside(element, button);
    place();
    const closeOutside = (event: Event): void => {
      const inside =
        event.target instanceof Node && (element.contains(event.target) || button.contains(event.target));
      if (!inside) close();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("scroll", place, true);
    window.addEventListener("resize", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("scroll", place, true);
      window.removeEventListener("resize", closeOutside);
    };
  });
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${String(active)}`)?.scrollIntoView({ block: "nearest" });
  }, [isOpen, active]);

  const close = (): void => {
    setOpen(false);
    const isChanged = picked.join(" ") !== chosenKey;
    if (isMany && isChanged && picked.length >= least) onChoose(picked);
    else if (isMany) setPicked(chosen);
  };
  const open = (): void => {
    setActive(
      Math.max(
        0,
        choices.findIndex(({ value }) => picked.includes(value)),
      ),
    );
    setTyped("");
    setOpen(true);
  };
  const pick = (index: number): void => {
    const value = choices[index]?.value;
    if (value === undefined) return;
    if (isMany) {
      const isIn = picked.includes(value);
      if (isIn) setPicked(picked.filter((other) => other !== value));
      else if (picked.length < most) setPicked([...picked, value]);
      return;
    }
    const isAgain = picked.includes(value) && least === 0;
    setPicked(isAgain ? [] : [value]);
    setOpen(false);
    onChoose(isAgain ? [] : [value]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        open();
      }
      return;
    }
    if (event.key === "Tab") return close();
    if (event.key === "Escape") {
      // A modal around this list stays open.
      event.stopPropagation();
      event.preventDefault();
      return close();
    }
    if (event.key === "Enter" || event.key === " ") pick(active);
    else if (event.key === "ArrowDown") setActive((active + 1) % choices.length);
    else if (event.key === "ArrowUp") setActive((active - 1 + choices.length) % choices.length);
    else if (event.key === "Home") setActive(0);
    else if (event.key === "End") setActive(choices.length - 1);
    else if (event.key.length === 1) {
      const start = typed + event.key.toLowerCase();
      const found = choices.findIndex((choice) => choice.label.toLowerCase().startsWith(start));
      setTyped(found === -1 ? event.key.toLowerCase() : start);
      if (found !== -1) setActive(found);
    } else return;
    event.preventDefault();
  };

  const shown = choices.filter(({ value }) => picked.includes(value));
  return html`<div class="dropdown">
    <button
      ref=${trigger}
      type="button"
      role="combobox"
      class="dropdown-button"
      disabled=${isDisabled}
      aria-haspopup="listbox"
      aria-expanded=${isOpen}
      aria-controls=${`${id}-list`}
      aria-activedescendant=${isOpen ? `${id}-${String(active)}` : undefined}
      aria-label=${props.labelledBy === undefined ? label : undefined}
      aria-labelledby=${props.labelledBy}
      aria-describedby=${props.describedBy}
      aria-invalid=${props.isInvalid === true ? true : undefined}
      aria-busy=${isBusy}
      onClick=${() => (isOpen ? close() : open())}
      onKeyDown=${onKeyDown}
    >
      <span class=${shown.length === 0 ? "placeholder" : "dropdown-shown"}>
        ${shown.length === 0 ? label : shown.map((choice) => html`<span class="dropdown-value"><${Sign} choice=${choice} size="small" />${labelOf(choice)}</span>`)}
      </span>
      ${isBusy ? html`<span class="dots"><i></i><i></i><i></i></span>` : html`<${Icon} name="down" />`}
    </button>
    <div
      ref=${list}
      id=${`${id}-list`}
      popover="manual"
      class="dropdown-list"
      role="listbox"
      aria-label=${label}
      aria-multiselectable=${isMany}
      onMouseDown=${keepFocus}
    >
      ${
        isOpen &&
        choices.map(
          (choice, index) =>
            html`<div
              id=${`${id}-${String(index)}`}
              role="option"
              class=${`dropdown-option ${index === active ? "is-active" : ""}`}
              aria-selected=${picked.includes(choice.value)}
              onPointerMove=${() => setActive(index)}
              onClick=${() => pick(index)}
            >
              <${Sign} choice=${choice} size="medium" />
              <span class="dropdown-option-text">
                <span dir="auto">${labelOf(choice)}</span>
                ${choice.description ? html`<small dir="auto">${choice.description}</small>` : null}
              </span>
              ${picked.includes(choice.value) ? html`<${Icon} name="check" />` : null}
            </div>`,
        )
      }
      ${isOpen && isMany ? html`<div class="dropdown-hint" aria-hidden="true">${howMany(least, most, picked.length)}</div>` : null}
    </div>
  </div>`;
}

/** The focus stays on the button, which listens to the keys. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

interface SignProps {
  readonly choice: Choice;
  readonly size: "small" | "medium";
}

/** What a person, a role or a channel is known by at a glance, as Discord draws it. */
function Sign({ choice: { kind, label, value, color }, size }: SignProps): View {
  if (kind === "person") return html`<${Avatar} name=${label} id=${value} size=${size} />`;
  if (kind === "role")
    return html`<span class="role-dot" style=${colorStyle(color)} aria-hidden="true"></span>`;
  return kind === "channel" ? html`<span class="hash" aria-hidden="true">#</span>` : null;
}

function labelOf({ mark, label }: Choice): string {
  return mark === undefined ? label : `${mark} ${label}`;
}

function howMany(least: number, most: number, picked: number): string {
  const wanted = least === most ? String(most) : `${String(least)} to ${String(most)}`;
  return `Choose ${wanted}, ${String(picked)} chosen. Escape when done.`;
}
