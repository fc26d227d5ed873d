const ended: ReadonlySet<string> = new Set(["handed_to", "cancelled"]);

/** An order is open until it is handed over or cancelled; one of unknown status counts as open. */
export function isOpen(status: string | undefined): boolean {
  return status === undefined || !ended.has(status);
}
