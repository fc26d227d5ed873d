import { foldText, listSeparator } from "../../src/typed-text.ts";

interface KnownPermission {
  readonly flag: string;
  /** What it allows. */
  readonly label: string;
  /** It can take something from others, or pass on permissions. */
  readonly isDangerous: boolean;
}

/** A flag not known here is sent as typed. */
type Permission = KnownPermission | { readonly flag: string; readonly label?: never };

const definePlain = (flag: string, label: string): KnownPermission => ({ flag, label, isDangerous: false });
const defineDangerous = (flag: string, label: string): KnownPermission => ({
  flag,
  label,
  isDangerous: true,
});

/** The flags seen in use. The service documents none, so there may be others, and any is accepted. */
const knownPermissions: readonly KnownPermission[] = [
  definePlain("self_assign_host", "Host a session"),
  definePlain("assign_host", "Make anyone host of a session"),
  definePlain("self_assign_cohost", "Co-host a session"),
  definePlain("assign_cohost", "Make anyone co-host of a session"),
  definePlain("create_adhoc_sessions", "Start sessions outside the schedule"),
  definePlain("create_report", "Write reports"),
  defineDangerous("assign_roles", "Give people roles and their permissions"),
  defineDangerous("cancel_sessions", "Cancel sessions for everyone"),
  defineDangerous("delete_sessions", "Delete sessions permanently"),
  defineDangerous("delete_adhoc_sessions", "Delete sessions outside the schedule permanently"),
];

/** For a select. */
export const permissionChoices = knownPermissions.map(({ flag, label, isDangerous }) => ({
  name: `${isDangerous ? "⚠️ " : ""}${label}`,
  value: flag,
  description: flag,
}));

/** A typed permission: known ones in any spelling, such as `Assign roles`. */
export function parsePermission(typed: string): Permission {
  const known = knownPermissions.find(({ flag }) => flag === toFlag(typed));
  return known ?? { flag: typed.trim() };
}

/** The typed text with its last permission completed in every matching way, without repeats. */
export function completePermissions(
  typed: string,
): readonly { readonly permission: KnownPermission; readonly value: string }[] {
  const start = ([...typed.matchAll(listSeparator)].at(-1)?.index ?? -1) + 1;
  const before = typed.slice(0, start).trim();
  const named = new Set(before.split(listSeparator).map(toFlag));
  const wanted = toFlag(typed.slice(start));
  return knownPermissions
    .filter(({ flag }) => flag.includes(wanted) && !named.has(flag))
    .map((permission) => ({ permission, value: `${before} ${permission.flag}`.trim() }));
}

function toFlag(typed: string): string {
  return foldText(typed.trim()).replace(/[\s-]+/g, "_");
}
