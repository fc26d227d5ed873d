import { pluralize } from "../../src/ui/numbers.ts";

/** `**3 reminders**` */
export function formatCounted(all: readonly unknown[], one: string, many?: string): string {
  return `**${pluralize(all.length, one, many)}**`;
}
