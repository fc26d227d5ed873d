import type { ModalSubmitFields } from "discord.js";
import { z } from "zod";
import type { NewRole } from "../../src/api/contract/workspace.ts";
import { formatId } from "../../src/domain/service-ids.ts";
import { listSeparator, foldText, toPlainId } from "../../src/typed-text.ts";
import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import type { Modal } from "../../src/ui/reply.ts";
import { joinParts } from "../../src/ui/lines.ts";
import {
  createMembersField,
  selectSeveralField,
  createTextField,
  readMembers,
  readText,
} from "../kit/fields.ts";
import { findMentioned, resolvePerson } from "../kit/resolve-person.ts";

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
const permissionChoices = knownPermissions.map(({ flag, label, isDangerous }) => ({
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

/** A role as typed, not parsed yet. */
export const RoleText = z.object({
  name: z.string(),
  permissions: z.string(),
  groupRoles: z.string(),
  people: z.string(),
  /** Lines with more people, or more permissions such as `permission: make_coffee`. */
  others: z.string(),
});
export type RoleText = z.output<typeof RoleText>;

/** The names of the parts in options and forms. */
const roleFields = {
  name: "name",
  permissions: "permissions",
  groupRoles: "group-roles",
  people: "people",
  others: "others",
} as const satisfies Record<keyof RoleText, string>;

/** As many as a preview can show: nobody should grant what they didn't see. */
const limits = {
  name: { length: 100 },
  permissions: { count: 20, length: 48 },
  groupRoles: { count: 12, length: 40 },
  people: { count: 15, length: 100 },
} as const;

export const maxRoleNameLength = limits.name.length;

/** @throws UserError naming the part that can't be read */
export async function readRoleText(typed: RoleText, ctx: GuildContext): Promise<NewRole> {
  const text = withOthers(typed);
  const name = text.name.trim();
  if (escapeMarkdown(name) === "" || name.length > limits.name.length)
    throw new UserError(
      `A role needs a \`${roleFields.name}\` of 1 to ${limits.name.length} visible characters. Nothing was sent.`,
    );
  const permissions = readList(text, "permissions").map((each) => parsePermission(each).flag);
  const people: string[] = [];
  for (const each of readList(text, "people"))
    people.push(await resolvePerson(each, ctx, { field: roleFields.people }));
  return {
    name,
    permissions: removeDuplicates(permissions),
    group_roles: removeDuplicates(readList(text, "groupRoles").map(toPlainId)),
    manual_users: removeDuplicates(people),
  };
}

const permissionLine = /^\s*permissions?\s*[:：](.*)$/i;

/** With the other lines in the part that they belong to. */
function withOthers({ others, ...text }: RoleText): Omit<RoleText, "others"> {
  const lines = others.split(/\r?\n/);
  const permissions = lines.flatMap((line) => permissionLine.exec(line)?.[1] ?? []);
  const people = lines.filter((line) => !permissionLine.test(line));
  return {
    ...text,
    permissions: [text.permissions, ...permissions].join("\n"),
    people: [text.people, ...people].join("\n"),
  };
}

/** The text that parses to this role. */
export function toRoleText({ name, permissions, group_roles, manual_users }: NewRole): RoleText {
  const lines = (list: readonly string[] | undefined): string => (list ?? []).join("\n");
  return {
    name,
    permissions: lines(permissions),
    groupRoles: lines(group_roles),
    people: lines(manual_users?.map(formatId)),
    others: "",
  };
}

type ListPart = Exclude<keyof typeof limits, "name">;

function splitEntries(list: string): readonly string[] {
  return list
    .split(listSeparator)
    .map((entry) => entry.trim())
    .filter((entry) => escapeMarkdown(entry) !== "");
}

function readList(text: Readonly<Record<ListPart, string>>, part: ListPart): readonly string[] {
  const entries = splitEntries(text[part]);
  const { count, length } = limits[part];
  if (entries.length > count)
    throw new UserError(
      `\`${roleFields[part]}\` has ${entries.length} entries, and I can show at most ${count} in a preview. Nothing was sent. Create the role with fewer, and add the rest in the workspace.`,
    );
  const long = entries.find((entry) => entry.length > length);
  if (long !== undefined)
    throw new UserError(
      `“${escapeMarkdown(long, 60)}” in \`${roleFields[part]}\` is longer than ${length} characters. Nothing was sent. Separate entries with commas or line breaks.`,
    );
  return entries;
}

function removeDuplicates(entries: readonly string[]): string[] {
  return [...new Set(entries)];
}

const maxListLength = 2_000;
/** Discord's limit, so that nothing that was typed has no room. */
const maxOthersLength = 4_000;

/** The Discord ids of people who are mentioned or connected, by how they were typed. */
type RoleMembers = ReadonlyMap<string, string>;

export async function readMembersIn(
  { people }: RoleText,
  { store, guildId }: GuildContext,
): Promise<RoleMembers> {
  const typed = splitEntries(people);
  const accounts = await store.accounts.ofUsers(guildId, typed);
  const found = new Map(accounts.map(({ userId, discordUserId }) => [userId, discordUserId]));
  for (const each of typed) {
    const mentioned = findMentioned(each);
    if (mentioned !== undefined) found.set(each, mentioned);
  }
  return found;
}

/** A form for a role, prefilled with what is known. What its lists don't have is in lines of the last field. */
export function createRoleModal(text: RoleText, members: RoleMembers): Pick<Modal, "title" | "components"> {
  const permissions = splitEntries(text.permissions).map((typed) => parsePermission(typed).flag);
  const isListed = (flag: string): boolean => permissionChoices.some(({ value }) => value === flag);
  const people = splitEntries(text.people);
  const chosen = removeDuplicates(people.flatMap((typed) => members.get(typed) ?? [])).slice(
    0,
    limits.people.count,
  );
  const isChosen = (typed: string): boolean => chosen.includes(members.get(typed) ?? "");
  const others = [
    ...people.filter((typed) => !isChosen(typed)),
    ...removeDuplicates(permissions.filter((flag) => !isListed(flag))).map((flag) => `permission: ${flag}`),
  ];
  return {
    title: "Create a role",
    components: [
      createTextField({
        id: roleFields.name,
        label: "Name",
        placeholder: "Shift lead",
        max: maxRoleNameLength,
        required: true,
        value: text.name,
      }),
      selectSeveralField({
        id: roleFields.permissions,
        label: "Permissions",
        description: "You'll see what each one grants before anything is sent.",
        placeholder: "Choose permissions",
        choices: permissionChoices,
        values: permissions,
      }),
      createMembersField({
        id: roleFields.people,
        label: "People",
        description: "Who gets it right away.",
        placeholder: "Choose people",
        maxPeople: limits.people.count,
        discordUserIds: chosen,
      }),
      createTextField({
        id: roleFields.groupRoles,
        label: "Group roles",
        description: "Roles in the workspace's group, one per line.",
        placeholder: "200",
        long: true,
        max: maxListLength,
        value: text.groupRoles,
      }),
      createTextField({
        id: roleFields.others,
        label: "Anything not listed above",
        description: "One per line: a name, a user id, or “permission: ” and its name.",
        placeholder: "Maria",
        long: true,
        max: maxOthersLength,
        value: joinParts([text.others, ...others], "\n"),
      }),
    ],
  };
}

export function readRoleForm(fields: ModalSubmitFields): RoleText {
  return {
    name: readText(fields, roleFields.name),
    permissions: fields.getStringSelectValues(roleFields.permissions).join("\n"),
    groupRoles: readText(fields, roleFields.groupRoles),
    people: readMembers(fields, roleFields.people)
      .map((discordUserId) => `<@${discordUserId}>`)
      .join("\n"),
    others: readText(fields, roleFields.others),
  };
}
