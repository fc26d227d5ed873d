import { useId, useState } from "preact/hooks";
import { html, type View } from "../html.ts";
import { useSession } from "../session.ts";
import type { ChipProps } from "./option-values.ts";

/** An option that takes a file; it is handed over at once, so that sending the command is as quick as any other. */
export function FileChip({ option, input, error, onPicked, onFocus, onLeave, onRemove }: ChipProps): View {
  const { upload } = useSession();
  const id = useId();
  const [trouble, setTrouble] = useState<string>();
  const shownError = trouble ?? error;
  const take = (event: Event): void => {
    const file = event.target instanceof HTMLInputElement ? event.target.files?.[0] : undefined;
    if (file === undefined) return;
    setTrouble(undefined);
    upload(file).then(
      ({ uploadId }) => onPicked({ text: file.name, picked: { uploadId } }),
      () => setTrouble("That file can't be used. Try another one."),
    );
  };
  return html`<span class=${`chip ${shownError === undefined ? "" : "chip-wrong"}`}>
    <label class="chip-name" for=${`${id}-input`}>${option.name}</label>
    <input
      id=${`${id}-input`}
      class="chip-file"
      type="file"
      data-option=${option.name}
      aria-required=${option.required === true}
      aria-invalid=${shownError !== undefined}
      aria-describedby=${shownError === undefined ? undefined : `${id}-error`}
      onChange=${take}
      onFocus=${onFocus}
      onBlur=${onLeave}
      onKeyDown=${(event: KeyboardEvent) => {
        if (event.key === "Backspace") onRemove();
      }}
    />
    ${input.text === "" ? null : html`<span class="chip-file-name">${input.text}</span>`}
    ${shownError === undefined ? null : html`<span id=${`${id}-error`} class="chip-error" role="alert">${shownError}</span>`}
  </span>`;
}
