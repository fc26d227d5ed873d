import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { APIApplicationCommandBasicOption } from "discord-api-types/v10";
import type { PageOptions, PageOptionValue } from "../../discord/page-types.ts";
import { useGuild } from "../guild.ts";
import { html, type View } from "../html.ts";
import { Icon } from "../shell/icon.ts";
import { without } from "../omit.ts";
import { Chip } from "./option-chip.ts";
import { closedChoices } from "./static-choices.ts";
import { type ChipInput, readOption } from "./option-values.ts";
import type { Draft } from "./command-entries.ts";

const noInput: ChipInput = { text: "" };

interface CommandFormProps {
  readonly draft: Draft;
  readonly onSend: (draft: Draft, options: PageOptions) => void;
  readonly onCancel: () => void;
}

/** A chosen command with its options as chips; Enter sends it once each of them is right. */
export function CommandForm({ draft, onSend, onCancel }: CommandFormProps): View {
  const { entry, trouble } = draft;
  const guild = useGuild();
  const [inputs, setInputs] = useState(draft.inputs);
  const [added, setAdded] = useState<readonly string[]>(Object.keys(draft.inputs));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>(
    trouble?.field === undefined ? {} : { [trouble.field]: trouble.message },
  );
  const [focused, setFocused] = useState<string>();
  const root = useRef<HTMLFormElement>(null);
  const shown = entry.options.filter(({ name, required }) => required === true || added.includes(name));
  const left = entry.options.filter((option) => !shown.includes(option));
  const about = entry.options.find(({ name }) => name === focused);
  const [wanted, setWanted] = useState<{ readonly name: string | undefined }>({
    name: trouble?.field ?? shown[0]?.name,
  });

  const focusChip = (name: string | undefined): void => setWanted({ name });
  // Chips that were only just added exist after the next drawing.
  useLayoutEffect(() => {
    const { name } = wanted;
    const chip =
      name === undefined ? undefined : root.current?.querySelector<HTMLElement>(`[data-option="${name}"]`);
    (chip ?? root.current?.querySelector<HTMLElement>("[data-send]"))?.focus();
  }, [wanted]);

  const read = (option: APIApplicationCommandBasicOption, all = inputs) =>
    readOption(option, all[option.name] ?? noInput, closedChoices(option, guild));
  const change = (name: string, input: ChipInput): void => {
    setInputs((before) => ({ ...before, [name]: input }));
    if (errors[name] !== undefined) setErrors((before) => without(before, name));
  };
  const valuesOf = (all: Readonly<Record<string, ChipInput>>): PageOptions => {
    const values: Record<string, PageOptionValue> = {};
    for (const option of shown) {
      const result = read(option, all);
      if (result.kind === "value") values[option.name] = result.value;
    }
    return values;
  };
  const send = (): void => {
    const found: Record<string, string> = {};
    for (const option of shown) {
      const result = read(option);
      if (result.kind === "error") found[option.name] = result.message;
    }
    setErrors(found);
    const first = shown.find(({ name }) => found[name] !== undefined);
    if (first === undefined) onSend({ entry, inputs }, valuesOf(inputs));
    else focusChip(first.name);
  };
  const leaveChip = (option: APIApplicationCommandBasicOption): void => {
    setFocused(undefined);
    const result = read(option);
    const isTyped = (inputs[option.name]?.text ?? "") !== "";
    if (result.kind === "error" && isTyped) setErrors({ ...errors, [option.name]: result.message });
  };
  const next = (name: string, all: Readonly<Record<string, ChipInput>>): void => {
    const empty = shown.find(
      (option) => option.name !== name && option.required === true && read(option, all).kind !== "value",
    );
    focusChip(empty?.name ?? name);
  };
  const remove = (name: string): void => {
    const index = shown.findIndex((option) => option.name === name);
    const isOptional = shown[index]?.required !== true;
    if (isOptional) {
      setAdded(added.filter((other) => other !== name));
      setInputs((before) => without(before, name));
      setErrors((before) => without(before, name));
    }
    const before = shown[index - 1]?.name;
    if (before !== undefined) focusChip(before);
    else onCancel();
  };
  const add = (name: string): void => {
    setAdded([...added, name]);
    focusChip(name);
  };

  const isFilledIn = Object.values(inputs).some(({ text }) => text !== "");
  return html`<form
    ref=${root}
    class="command-form"
    novalidate
    aria-label=${`Command /${entry.path}`}
    onSubmit=${(event: Event) => {
      event.preventDefault();
      send();
    }}
    onKeyDown=${(event: KeyboardEvent) => {
      if (event.key !== "Escape") moveFocus(event);
      // What was filled in isn't lost to one key; the button beside it closes the command.
      else if (!event.defaultPrevented && !isFilledIn) onCancel();
    }}
  >
    <div class="command-about">
      <strong>${about === undefined ? `/${entry.path}` : about.name}</strong>
      <span>${about === undefined ? entry.description : about.description}</span>
      <em>${hint(about, left.length)}</em>
    </div>
    ${trouble !== undefined && trouble.field === undefined ? html`<p class="failure" role="alert">${trouble.message}</p>` : null}
    <div class="composer-box">
      <span class="command-name">/${entry.path}</span>
      ${shown.map(
        (option) =>
          html`<${Chip}
            key=${option.name}
            path=${entry.path}
            option=${option}
            input=${inputs[option.name] ?? noInput}
            others=${valuesOf(inputs)}
            error=${errors[option.name]}
            onChange=${(input: ChipInput) => change(option.name, input)}
            onPicked=${(input: ChipInput) => {
              change(option.name, input);
              next(option.name, { ...inputs, [option.name]: input });
            }}
            onFocus=${() => setFocused(option.name)}
            onLeave=${() => leaveChip(option)}
            onRemove=${() => remove(option.name)}
          />`,
      )}
      ${left.map(
        ({ name, description }) =>
          html`<button
            type="button"
            class="add-option"
            data-option=${name}
            title=${description}
            onClick=${() => add(name)}
          >
            <span aria-hidden="true">+ </span>${name}
          </button>`,
      )}
      <span class="command-acts">
        <button type="button" class="icon-button" aria-label="Close the command" onClick=${onCancel}>
          <${Icon} name="close" />
        </button>
        <button type="submit" class="icon-button send-button" data-send aria-label="Send the command">
          <${Icon} name="send" />
        </button>
      </span>
    </div>
  </form>`;
}

function hint(option: APIApplicationCommandBasicOption | undefined, left: number): string {
  if (option !== undefined) return option.required === true ? "required" : "optional";
  return left > 0 ? "Press Enter to send, or the left arrow for more options" : "Press Enter to send";
}

/** Arrows walk over the buttons of the row; chips move themselves, once the cursor is at an end. */
function moveFocus({ key, target, currentTarget }: KeyboardEvent): void {
  const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (step === 0 || !(target instanceof HTMLButtonElement) || !(currentTarget instanceof HTMLElement)) return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>("[data-option], [data-send]")];
  stops[stops.indexOf(target) + step]?.focus();
}
