import { foldText } from "../../src/domain/search.ts";

interface KnownPermission {
  readonly flag: string;
  /** What it lets people do. */
  readonly words: string;
  /** Others lose something by it, or power can be handed on. */
  readonly isDangerous: boolean;
}

/** A flag that is not known here is passed on as typed. */
type Permission = KnownPermission | { readonly flag: string; readonly words?: never };

const plain = (flag: string, words: string): KnownPermission => ({ flag, words, isDangerous: false });
const dangerous = (flag: string, words: string): KnownPermission => ({ flag, words, isDangerous: true });

/** The flags seen in use. The service documents none, so others may exist, and any is accepted. */
const knownPermissions: readonly KnownPermission[] = [
  plain("self_assign_host", "take the hosting of a session"),
  plain("assign_host", "make anybody host of a session"),
  plain("self_assign_cohost", "take the co-hosting of a session"),
  plain("assign_cohost", "make anybody co-host of a session"),
  plain("create_adhoc_sessions", "start sessions outside the schedule"),
  plain("create_report", "write reports"),
  dangerous("assign_roles", "give roles to people, and so hand power on"),
  dangerous("cancel_sessions", "cancel sessions for everybody"),
  dangerous("delete_sessions", "delete sessions for good"),
  dangerous("delete_adhoc_sessions", "delete sessions outside the schedule for good"),
];

/** A permission as typed: a known one however it is written, `Assign roles` too. */
export function permissionOf(typed: string): Permission {
  const known = knownPermissions.find(({ flag }) => flag === flagOf(typed));
  return known ?? { flag: typed.trim() };
}

/** What was typed with its last permission completed in each way that fits; those already named are left out. */
export function completePermissions(
  typed: string,
): readonly { readonly permission: KnownPermission; readonly value: string }[] {
  const start = Math.max(...[",", ";"].map((mark) => typed.lastIndexOf(mark))) + 1;
  const before = typed.slice(0, start).trim();
  const named = new Set(before.split(/[,;]/).map(flagOf));
  const wanted = flagOf(typed.slice(start));
  return knownPermissions
    .filter(({ flag }) => flag.includes(wanted) && !named.has(flag))
    .map((permission) => ({ permission, value: `${before} ${permission.flag}`.trim() }));
}

function flagOf(typed: string): string {
  return foldText(typed.trim()).replace(/[\s-]+/g, "_");
}
