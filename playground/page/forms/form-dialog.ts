import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Outcome } from "../../discord/member-types.ts";
import { Refused } from "../api.ts";
import { focusComposer } from "../composer/focus-composer.ts";
import { failureMessage } from "../failure-message.ts";
import { html, type View } from "../html.ts";
import { Markdown } from "../markdown/view.ts";
import type { OpenForm } from "../model.ts";
import { useSession } from "../session.ts";
import { Icon } from "../shell/icon.ts";
import { without } from "../omit.ts";
import { useStore } from "../store.ts";
import {
  type FieldValue,
  type FieldValues,
  firstValue,
  keptValues,
  partsOf,
  sentValues,
  wrongWith,
} from "./field-list.ts";
import { FormField } from "./form-field.ts";

/** What was typed into forms that came to nothing, until the same form succeeds. */
const kept = new Map<string, FieldValues>();

export function FormHost(): View {
  const { store } = useSession();
  const open = useStore(store, (model) => model.form);
  return open === undefined ? null : html`<${FormDialog} key=${open.form.id} open=${open} />`;
}

function FormDialog({ open }: { readonly open: OpenForm }): View {
  const { store, submit } = useSession();
  const { form } = open;
  const keptAs = JSON.stringify([form.customId, form.components]);
  const parts = partsOf(form.components);
  const fields = parts.flatMap((part) => (part.kind === "field" ? [part.field] : []));
  const [values, setValues] = useState<FieldValues>(() => ({
    ...Object.fromEntries(fields.map((field) => [field.custom_id, firstValue(field)])),
    ...kept.get(keptAs),
  }));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [trouble, setTrouble] = useState("");
  const [isSending, setSending] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    focusField(fields[0]?.custom_id ?? "");
    // Until the dialog is gone, nothing outside it can have the focus.
    return () => queueMicrotask(() => giveBackFocus(before));
  }, []);

  const change = (name: string, value: FieldValue): void => {
    setValues((before) => ({ ...before, [name]: value }));
    if (errors[name] !== undefined) setErrors((before) => without(before, name));
  };
  const keep = (): void => void kept.set(keptAs, keptValues(fields, values));
  const close = (): void => {
    keep();
    store.set({ form: undefined });
  };
  const finish = (outcome: Outcome): void => {
    if (outcome.kind === "failed") {
      keep();
      setTrouble(
        `${failureMessage[outcome.reason]}. Your input is still here: submit it again, or come back later.`,
      );
      return;
    }
    if (saysNo(outcome)) keep();
    else kept.delete(keptAs);
    store.set({
      form: outcome.kind === "form" ? { channelId: open.channelId, form: outcome.form } : undefined,
    });
  };
  const focusField = (name: string): void => {
    const field = [...(dialog.current?.querySelectorAll<HTMLElement>("[data-field]") ?? [])].find(
      ({ dataset }) => dataset["field"] === name,
    );
    field?.querySelector<HTMLElement>("input, textarea, button")?.focus();
  };
  const send = async (): Promise<void> => {
    const found: Record<string, string> = {};
    for (const field of fields) {
      const message = wrongWith(field, values[field.custom_id] ?? "");
      if (message !== undefined) found[field.custom_id] = message;
    }
    setErrors(found);
    setTrouble("");
    const first = Object.keys(found)[0];
    if (first !== undefined) return focusField(first);
    setSending(true);
    try {
      finish(await submit(open, sentValues(fields, values)));
    } catch (error) {
      const message =
        error instanceof Refused ? error.message : "The playground isn't responding. Nothing was sent.";
      const field = error instanceof Refused ? error.field : undefined;
      if (field === undefined) setTrouble(message);
      else setErrors({ [field]: message });
    } finally {
      setSending(false);
    }
  };

  return html`<dialog ref=${dialog} class="form" aria-labelledby=${`${id}-title`} onClose=${close}>
    <form
      novalidate
      onSubmit=${(event: Event) => {
        event.preventDefault();
        if (!isSending) void send();
      }}
    >
      <header class="form-head">
        <h2 id=${`${id}-title`}>${form.title}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick=${close}>
          <${Icon} name="close" />
        </button>
      </header>
      <div class="form-parts">
        ${trouble === "" ? null : html`<p class="form-trouble" role="alert">${trouble}</p>`}
        ${parts.map((part) =>
          part.kind === "text"
            ? html`<${Markdown} text=${part.text} />`
            : html`<${FormField}
                key=${part.field.custom_id}
                part=${part}
                value=${values[part.field.custom_id] ?? ""}
                error=${errors[part.field.custom_id]}
                onChange=${(value: FieldValue) => change(part.field.custom_id, value)}
              />`,
        )}
      </div>
      <footer class="form-foot">
        <button type="button" class="button secondary" onClick=${close}>Cancel</button>
        <button type="submit" class="button primary" aria-busy=${isSending}>
          <span class="button-face">Submit</span>
          ${isSending ? html`<span class="dots"><i></i><i></i><i></i></span>` : null}
        </button>
      </footer>
    </form>
  </dialog>`;
}

function giveBackFocus(to: Element | null): void {
  if (to instanceof HTMLElement) to.focus({ preventScroll: true });
  if (document.activeElement === document.body) focusComposer();
}

/** A private answer of bare words, with nothing to press, is how the bot says that it could not do it. */
function saysNo(outcome: Outcome): boolean {
  if (outcome.kind !== "message") return false;
  const { private: isPrivate, embeds, components, attachments } = outcome.message;
  return isPrivate && embeds.length === 0 && components.length === 0 && attachments.length === 0;
}
