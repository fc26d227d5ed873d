/** Where the keyboard goes on when what it stood on is gone: to the command line, or the command being filled in. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>(".composer-input, .composer [data-send]")?.focus();
}
