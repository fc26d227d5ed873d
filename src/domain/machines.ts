import { listSeparator, toPlainId } from "../typed-text.ts";
import { isServiceId } from "./service-ids.ts";

/** What stands in orders in place of a player, such as a till. It isn't a user, so it is never looked up. */
export interface Machine {
  readonly userId: string;
  readonly name: string;
}

/**
 * As the pages of the service's operator name them. Ids are opaque, so a link can say
 * otherwise.
 */
export const usualMachines: readonly Machine[] = [
  { userId: "1", name: "Point of sale" },
  { userId: "2", name: "Kiosk" },
  { userId: "3", name: "Mobile ordering" },
  { userId: "4", name: "NPC" },
];

/** Of one link. All of them fit into a message. */
export const maxMachines = 12;
const maxNameLength = 40;

/** Why a list can't be read, and where. */
export type MachineProblem =
  | { readonly problem: "no-id"; readonly text: string }
  | { readonly problem: "twice"; readonly text: string }
  | { readonly problem: "long-name"; readonly text: string; readonly max: number }
  | { readonly problem: "too-many"; readonly max: number };

/**
 * The machines of a typed list such as `1, 7 Drive-through`, at most 12 with names of at most 40 characters; a
 * usual one needs no name. `none` means none.
 */
export function parseMachines(typed: string): readonly Machine[] | MachineProblem {
  const entries = typed
    .split(listSeparator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  const [word = ""] = entries.length === 1 ? entries : [];
  if (word.toLowerCase() === "none") return [];
  if (entries.length > maxMachines) return { problem: "too-many", max: maxMachines };
  const machines = new Map<string, Machine>();
  for (const text of entries) {
    const [, typedId = "", typedName] = /^([^\s=]+)(?:\s*[\s=]\s*(.+))?$/.exec(text) ?? [];
    const userId = toPlainId(typedId);
    // Without a digit it is rather a name whose id was forgotten.
    if (!isServiceId(userId) || !/[0-9]/.test(userId)) return { problem: "no-id", text };
    if (machines.has(userId)) return { problem: "twice", text: userId };
    const name = typedName ?? findMachine(userId, usualMachines)?.name ?? `Machine ${userId}`;
    if (name.length > maxNameLength) return { problem: "long-name", text: name, max: maxNameLength };
    machines.set(userId, { userId, name });
  }
  return [...machines.values()];
}

/** As `parseMachines` reads it. */
export function formatMachines(machines: readonly Machine[]): string {
  return machines.length === 0 ? "none" : machines.map(({ userId, name }) => `${userId} ${name}`).join(", ");
}

export function findMachine(userId: string, machines: readonly Machine[]): Machine | undefined {
  return machines.find((machine) => machine.userId === userId);
}
