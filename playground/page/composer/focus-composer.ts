/** Where the focus moves when the focused element is gone: to the command line, or the command being filled in. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>(".composer-input, .composer [data-send]")?.focus();
}
