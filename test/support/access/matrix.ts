import { type Person, playgroundIds, type SeenMessage } from "../../../playground/discord/index.ts";
import { askToForget, askToForgetMe } from "../privacy.ts";
import type { Access } from "../../../src/interactions/access.ts";
import { pressOnLink } from "../links.ts";
import { menuOf, shown } from "../replies.ts";
import { chooseRewards, chooseSetting } from "../settings.ts";
import { askToChange, pressOnCard } from "../schedules.ts";
import type { Samples } from "./command-options.ts";

/** Who the matrix lets try things; the café's people, each with roles of their own. */
export const kinds = [
  "stranger",
  "staff, about themselves",
  "staff, about others",
  "manager",
  "admin",
  "former admin",
  "Manage Server, beside mapped admins",
] as const;
export type Kind = (typeof kinds)[number];

/** Written out once more, so that what decides it is held against something. */
export const admitted: Readonly<Record<Access, readonly Kind[]>> = {
  everyone: kinds,
  staff: ["staff, about themselves", "staff, about others", "manager", "admin"],
  "self-or-manager": ["staff, about themselves", "manager", "admin"],
  manager: ["manager", "admin"],
  admin: ["admin"],
  "admin-or-manage-server": ["admin", "Manage Server, beside mapped admins"],
};

/** Who may run which command, by its path; menus by their names. */
export const commandAccess: Readonly<Record<string, Access>> = {
  "access set": "admin-or-manage-server",
  "access show": "admin-or-manage-server",
  "account connect": "staff",
  "account import": "admin",
  "account list": "manager",
  "activity gift": "manager",
  "activity view": "self-or-manager",
  assignments: "self-or-manager",
  audit: "admin",
  bans: "manager",
  board: "manager",
  calendar: "staff",
  help: "everyone",
  leaderboard: "staff",
  "link set": "admin",
  "link status": "admin",
  "Log order": "staff",
  me: "staff",
  "order create": "staff",
  "order search": "staff",
  "post-delete": "manager",
  posts: "staff",
  privacy: "everyone",
  profile: "self-or-manager",
  Profile: "self-or-manager",
  remind: "everyone",
  "request list": "staff",
  "request time": "staff",
  "role create": "admin",
  "schedule add": "manager",
  "schedule list": "manager",
  "session create-server": "manager",
  settings: "admin",
  setup: "admin",
  "taskboard format": "manager",
  "taskboard show": "staff",
  "workspace settings": "admin",
};

/** What a command with these options asks for beyond itself. */
export const optionAccess: readonly {
  readonly path: string;
  readonly options: (samples: Samples) => Readonly<Record<string, string>>;
  readonly access: Access;
}[] = [
  {
    path: "account connect",
    options: ({ freeUserId, freeMemberId }) => ({ user: freeUserId, person: freeMemberId }),
    access: "manager",
  },
];

/** What a custom id is made of in the matrix. */
export interface IdParts extends Samples {
  readonly guildId: string;
  /** Discord's. */
  readonly presserId: string;
  /** A draft of the presser's own, of a kind. */
  readonly draft: (kind: string) => Promise<string>;
  /** A request to be connected; the presser's own only when `own`. */
  readonly claim: (own: boolean) => Promise<string>;
  /** An import of the presser's own, which waits for them. */
  readonly imported: () => Promise<string>;
  /** A request for time; the presser's own only when `own`. */
  readonly timeRequest: (own: boolean, state?: "unknown") => Promise<string>;
}

export interface ControlRow {
  readonly access: Access;
  /** What follows the component's name in its custom id. */
  readonly fields: (parts: IdParts) => readonly string[] | Promise<readonly string[]>;
  /** What is typed into a form, or `chosen` in a menu. */
  readonly typed?: (parts: IdParts) => Readonly<Record<string, string | readonly string[]>>;
}

const ofCafe: ControlRow["fields"] = () => ["cafe"];
const ofGuild: ControlRow["fields"] = ({ guildId }) => [guildId];
const someWeek = "2026-11-16";
const ofDraft =
  (kind: string): ControlRow["fields"] =>
  async ({ draft }) => [await draft(kind)];
const ofDraftAndTime =
  (kind: string): ControlRow["fields"] =>
  async ({ draft }) => [await draft(kind), "09:04"];
const firstPage: ControlRow["fields"] = () => ["0"];
const noSchedule: ControlRow["fields"] = () => ["gone"];
const firstPageOfUser: ControlRow["fields"] = ({ userId }) => [userId, "0"];
const ofImport: ControlRow["fields"] = async ({ imported }) => [await imported(), "0"];
const ofClaim: ControlRow["fields"] = async ({ claim }) => [await claim(false)];

const ofTimeRequest: ControlRow["fields"] = async ({ timeRequest }) => [await timeRequest(false)];
const ofUnclearRequest: ControlRow["fields"] = async ({ timeRequest }) => [
  await timeRequest(false, "unknown"),
];

/** A question's two buttons: the person who was asked may always discard it. */
function question(kind: string, access: Access): Readonly<Record<string, ControlRow>> {
  return {
    [`${kind}.confirm`]: { access, fields: ofDraft(kind) },
    [`${kind}.discard`]: { access: "everyone", fields: ofDraft(kind) },
    [`${kind}.again`]: { access, fields: ofDraft(kind) },
  };
}

/** What undoes it, below its receipt. */
function undo(kind: string, access: Access): Readonly<Record<string, ControlRow>> {
  return { [`${kind}.undo`]: { access, fields: ofDraft(kind) } };
}

/** *Fix it* below what a command refused, and its form. */
function fix(path: string, access: Access): Readonly<Record<string, ControlRow>> {
  const name = path.replaceAll(" ", "-");
  return {
    [`${name}.fix-typed`]: { access, fields: ofDraft(`${name}.typed`) },
    [`${name}.typed`]: { access, fields: ofDraft(`${name}.typed`) },
  };
}

const orderText: ControlRow["typed"] = ({ item }) => ({
  items: item,
  others: "",
});
const giftText: ControlRow["typed"] = () => ({ duration: "30", messages: "", game: "" });
const roleText: ControlRow["typed"] = ({ memberId }) => ({
  name: "Barista",
  permissions: ["create_report"],
  "group-roles": "",
  people: [memberId],
  others: "",
});

const rewardRoles: ControlRow["typed"] = () => ({
  passed: [playgroundIds.starRole],
  "top-three": [playgroundIds.starRole],
  excused: [playgroundIds.starRole],
});

/** Who may use which button and form, by its name. */
export const componentAccess: Readonly<Record<string, ControlRow>> = {
  ...question("access.set", "admin-or-manage-server"),
  ...question("account.request", "staff"),
  ...question("account.connect", "manager"),
  ...question("account.disconnect", "staff"),
  ...question("account.approve-several", "manager"),
  ...question("account.import", "admin"),
  ...question("account.undo-import", "admin"),
  ...question("activity.gift", "manager"),
  ...undo("access.set", "admin-or-manage-server"),
  ...undo("schedule.edit", "manager"),
  ...undo("settings.rewards", "admin"),
  ...undo("taskboard.set-board", "manager"),
  "activity.gift.look": { access: "manager", fields: ofDraft("activity.gift") },
  ...question("bans.delete", "manager"),
  ...question("link.read-only", "admin"),
  ...question("link.remove", "admin"),
  ...question("order.create", "staff"),
  "order.create.look": { access: "staff", fields: ofDraft("order.create") },
  ...question("post.delete", "manager"),
  ...question("privacy.forget", "everyone"),
  ...question("privacy.forget-person", "admin"),
  ...question("role.create", "admin"),
  ...question("schedule.add", "manager"),
  ...question("schedule.add-pack", "admin"),
  ...question("schedule.edit", "manager"),
  ...question("schedule.remove", "manager"),
  ...question("schedule.run", "manager"),
  ...question("session.create-server", "manager"),
  ...question("settings.history", "admin"),
  ...question("settings.rewards", "admin"),
  ...question("taskboard.delete-action", "manager"),
  ...question("taskboard.format", "manager"),
  ...question("taskboard.set-board", "manager"),
  ...question("workspace.settings", "admin"),
  ...fix("account connect", "staff"),
  ...fix("activity gift", "manager"),
  ...fix("activity view", "staff"),
  ...fix("assignments", "staff"),
  ...fix("audit", "admin"),
  ...fix("bans", "manager"),
  ...fix("board", "manager"),
  ...fix("leaderboard", "staff"),
  ...fix("order search", "staff"),
  ...fix("post-delete", "manager"),
  ...fix("posts", "staff"),
  ...fix("profile", "staff"),
  ...fix("session create-server", "manager"),
  ...fix("taskboard format", "manager"),
  "access.check-person": {
    access: "admin-or-manage-server",
    fields: () => [],
    typed: ({ memberId }) => ({ chosen: memberId }),
  },
  "access.check": {
    access: "admin-or-manage-server",
    fields: ({ memberId }) => [memberId],
    typed: () => ({ chosen: "can" }),
  },
  "account.ask-disconnect": { access: "self-or-manager", fields: ({ memberId }) => [memberId] },
  "account.approve": { access: "manager", fields: ofClaim },
  "account.decline": { access: "manager", fields: ofClaim },
  "account.decline.form": { access: "manager", fields: ofClaim, typed: () => ({ reason: "Not them" }) },
  "account.connect-member": { access: "manager", fields: ({ freeMemberId }) => [freeMemberId] },
  "account.connect-user": { access: "manager", fields: ({ freeUserId }) => [freeUserId] },
  "account.connect.fix": { access: "staff", fields: ofDraft("account.connect.form") },
  "account.connect.form": { access: "staff", fields: () => [""], typed: () => ({ user: "no such user" }) },
  "account.connect.form-again": {
    access: "staff",
    fields: () => [""],
    typed: () => ({ user: "no such user" }),
  },
  "account.ask": { access: "manager", fields: () => [] },
  "account.undo-ask": { access: "manager", fields: ofDraft("account.ask") },
  "account.ask.form": { access: "manager", fields: ofDraft("none") },
  "account.pick": { access: "staff", fields: ({ freeUserId }) => [freeUserId, ""] },
  "account.requests": { access: "manager", fields: () => [] },
  "account.this-is-me": { access: "staff", fields: () => [] },
  "account.import.file": { access: "admin", fields: async ({ imported }) => [await imported()] },
  "account.import.match": { access: "admin", fields: () => [] },
  "account.import.list": { access: "admin", fields: () => [] },
  "account.import.list.fix": { access: "admin", fields: ofDraft("account.import.list.form") },
  "account.import.list.form": {
    access: "admin",
    fields: () => [""],
    typed: ({ freeUserId }) => ({ list: `nobody, ${freeUserId}` }),
  },
  "account.import.list.form-again": {
    access: "admin",
    fields: () => [""],
    typed: ({ freeUserId }) => ({ list: `nobody, ${freeUserId}` }),
  },
  "account.import.show": { access: "admin", fields: ofImport },
  "account.import.take": { access: "admin", fields: async ({ imported }) => [await imported(), "0", "1"] },
  "account.import.take-all": { access: "admin", fields: ofImport },
  "account.import.undo": { access: "admin", fields: async ({ imported }) => [await imported()] },
  "account.import.template": { access: "admin", fields: () => [] },
  "account.list.open": {
    access: "manager",
    fields: firstPage,
    typed: ({ memberId }) => ({ chosen: memberId }),
  },
  "account.list.page": { access: "manager", fields: firstPage },
  "account.withdraw": { access: "staff", fields: async ({ claim }) => [await claim(true)] },
  "activity.gift.open": { access: "manager", fields: ({ userId }) => [userId] },
  "activity.gift.change": { access: "manager", fields: ofDraft("activity.gift") },
  "activity.gift.fix": { access: "manager", fields: ofDraft("activity.gift.form") },
  "activity.gift.form": { access: "manager", fields: () => [""], typed: giftText },
  "activity.gift.form-again": { access: "manager", fields: () => [""], typed: giftText },
  "activity.history.csv": { access: "self-or-manager", fields: ({ userId }) => [userId, "12", "0"] },
  "activity.history.weeks": {
    access: "self-or-manager",
    fields: ({ userId }) => [userId],
    typed: () => ({ chosen: "26" }),
  },
  "activity.history.page": { access: "self-or-manager", fields: ({ userId }) => [userId, "12", "0"] },
  "activity.view.open": {
    access: "self-or-manager",
    fields: firstPageOfUser,
    typed: () => ({ chosen: "gone" }),
  },
  "activity.view.page": { access: "self-or-manager", fields: firstPageOfUser },
  "assignments.on": { access: "self-or-manager", fields: ({ userId }) => [userId, "0", "0"] },
  "assignments.page": { access: "self-or-manager", fields: firstPageOfUser },
  "audit.channel": { access: "admin", fields: () => [] },
  "audit.channel-off": { access: "admin", fields: () => [] },
  "audit.choose-channel": {
    access: "admin",
    fields: () => [],
    typed: ({ channelId }) => ({ chosen: channelId }),
  },
  "audit.put-channel": { access: "admin", fields: ({ channelId }) => [channelId, ""] },
  "audit.csv": { access: "admin", fields: () => [""] },
  "audit.list.open": { access: "admin", fields: () => ["", "", "0"] },
  "audit.list.page": { access: "admin", fields: () => ["", "", "0"] },
  "bans.ask": { access: "manager", fields: ({ banId, commentId }) => [banId, commentId] },
  "bans.on": { access: "manager", fields: ({ banId, commentId }) => [banId, commentId, "0"] },
  "bans.comments.open": {
    access: "manager",
    fields: ({ banId }) => [banId, "0"],
    typed: ({ commentId }) => ({ chosen: commentId }),
  },
  "bans.comments.page": { access: "manager", fields: ({ banId }) => [banId, "0"] },
  "board.open": {
    access: "manager",
    fields: () => [someWeek, "0"],
    typed: ({ userId }) => ({ chosen: userId }),
  },
  "team.person": { access: "manager", fields: () => [], typed: ({ userId }) => ({ chosen: userId }) },
  "team.csv": { access: "manager", fields: () => [someWeek] },
  "report.csv": { access: "manager", fields: () => [someWeek, "Europe/Berlin"] },
  "orders.open": { access: "staff", fields: () => [], typed: () => ({ chosen: "gone" }) },
  "orders.new": { access: "staff", fields: () => [] },
  "orders.mine": { access: "staff", fields: () => [] },
  "board.csv": { access: "manager", fields: () => [someWeek, "0"] },
  "board.on-now": { access: "manager", fields: () => [] },
  "board.page": { access: "manager", fields: () => [someWeek, "0"] },
  "calendar.add": { access: "staff", fields: () => [someWeek] },
  "calendar.next": { access: "staff", fields: () => [someWeek] },
  "calendar.mine": { access: "staff", fields: () => [] },
  "calendar.subscribe": { access: "staff", fields: () => [] },
  "calendar.new-address": { access: "staff", fields: () => ["-"] },
  "calendar.turn-off": { access: "everyone", fields: () => [] },
  "calendar.week": { access: "staff", fields: () => ["1"] },
  "help.topic": { access: "everyone", fields: () => [], typed: () => ({ chosen: "orders" }) },
  "leaderboard.csv": { access: "staff", fields: () => ["minutes", someWeek, "0"] },
  "leaderboard.open": {
    access: "staff",
    fields: () => ["minutes", someWeek, "0"],
    typed: ({ userId }) => ({ chosen: userId }),
  },
  "on-now.page": { access: "manager", fields: firstPage },
  "leaderboard.page": { access: "staff", fields: () => ["minutes", someWeek, "0"] },
  "link.bind": { access: "admin", fields: ({ channelId }) => ["", channelId, ""] },
  "link.channel": { access: "admin", fields: ofCafe },
  "link.default": { access: "admin", fields: ofCafe },
  "link.list": { access: "admin", fields: () => [] },
  "link.check-again": { access: "admin", fields: () => [] },
  "link.changes": { access: "admin", fields: () => ["cafe", "read-only"] },
  "link.undo": { access: "admin", fields: ofDraft("link.undo") },
  "link.machines": { access: "admin", fields: ofCafe },
  "link.machines.fix": { access: "admin", fields: ofDraft("link.machines.form") },
  "link.machines.form": {
    access: "admin",
    fields: ofDraft("link.machines.form"),
    typed: () => ({ machines: "1, 2" }),
  },
  "link.machines.form-again": {
    access: "admin",
    fields: ofDraft("link.machines.form"),
    typed: () => ({ machines: "1, 2" }),
  },
  "link.open": { access: "admin", fields: () => [], typed: () => ({ chosen: "cafe" }) },
  "link.remove": { access: "admin", fields: ofCafe },
  "link.remove-all": { access: "admin", fields: () => [] },
  "link.rename": { access: "admin", fields: ofCafe },
  "link.rename.fix": { access: "admin", fields: ofDraft("link.rename.form") },
  "link.rename.form": {
    access: "admin",
    fields: ofDraft("link.rename.form"),
    typed: () => ({ name: "Oven" }),
  },
  "link.rename.form-again": {
    access: "admin",
    fields: ofDraft("link.rename.form"),
    typed: () => ({ name: "Oven" }),
  },
  "link.show": { access: "admin", fields: ofCafe },
  "link.use": {
    access: "admin",
    fields: ofCafe,
    typed: ({ channelId }) => ({ chosen: channelId }),
  },
  "link.fix": { access: "admin", fields: ofDraft("link.form") },
  "link.form": { access: "admin", fields: ofDraft("none"), typed: noKey },
  "link.form-again": { access: "admin", fields: ofDraft("none"), typed: noKey },
  "me.reminders": { access: "staff", fields: ofGuild },
  "me.servers": { access: "everyone", fields: ofGuild },
  "me.show": { access: "staff", fields: ofGuild },
  "order.details": { access: "staff", fields: () => ["gone"] },
  "order.open": { access: "staff", fields: () => ["gone"] },
  "order.repeat": { access: "staff", fields: () => ["gone"] },
  "order.repeat-one": { access: "staff", fields: () => [], typed: () => ({ chosen: "gone" }) },
  "order.again": { access: "staff", fields: ofDraft("order.create") },
  "order.respell": { access: "staff", fields: ofDraft("order.create") },
  "order.change": { access: "staff", fields: ofDraft("order.create") },
  "order.fix": { access: "staff", fields: ofDraft("order.form") },
  "order.form": { access: "staff", fields: () => [""], typed: orderText },
  "order.form-again": { access: "staff", fields: () => [""], typed: orderText },
  "order.search.csv": { access: "staff", fields: () => ["", "0"] },
  "order.search.open": { access: "staff", fields: () => ["", "0"] },
  "order.search.page": { access: "staff", fields: () => ["", "0"] },
  "privacy.ask": { access: "everyone", fields: ofGuild },
  "privacy.export": { access: "everyone", fields: ofGuild },
  "privacy.forget.connection": { access: "everyone", fields: ofDraft("privacy.forget") },
  "privacy.forget-person.connection": { access: "admin", fields: ofDraft("privacy.forget-person") },
  "privacy.hide": { access: "everyone", fields: ofGuild },
  "privacy.others": { access: "admin", fields: ofGuild },
  "privacy.others.fix": { access: "admin", fields: ofDraft("privacy.others.form") },
  "privacy.others.form": {
    access: "admin",
    fields: ofDraft("privacy.others.form"),
    typed: ({ userId }) => ({ person: userId }),
  },
  "privacy.others.form-again": {
    access: "admin",
    fields: ofDraft("privacy.others.form"),
    typed: ({ userId }) => ({ person: userId }),
  },
  "privacy.pick": { access: "admin", fields: ({ guildId, userId }) => [guildId, userId] },
  "privacy.servers": { access: "everyone", fields: ofGuild },
  "privacy.show": { access: "everyone", fields: ofGuild },
  "privacy.unhide": { access: "everyone", fields: ofGuild },
  "posts.delete": { access: "manager", fields: ({ postId }) => [postId] },
  "posts.on": { access: "staff", fields: ({ postId }) => [postId, "0"] },
  "posts.open": {
    access: "staff",
    fields: () => ["", "0"],
    typed: ({ postId }) => ({ chosen: postId }),
  },
  "posts.page": { access: "staff", fields: () => ["", "0"] },
  "remind.stop": { access: "everyone", fields: ({ guildId, presserId }) => [guildId, presserId, "week"] },
  // Turning one on takes more, as the reminders' own test says.
  "remind.hours": { access: "staff", fields: ofGuild, typed: () => ({ chosen: "24" }) },
  "remind.hours.fix": { access: "staff", fields: ofDraft("remind.hours.form") },
  "remind.hours.form": {
    access: "staff",
    fields: ofDraft("remind.hours.form"),
    typed: () => ({ hours: "5" }),
  },
  "remind.hours.form-again": {
    access: "staff",
    fields: ofDraft("remind.hours.form"),
    typed: () => ({ hours: "5" }),
  },
  "remind.off": { access: "everyone", fields: ({ guildId }) => [guildId, "order"] },
  "remind.on": { access: "staff", fields: ({ guildId }) => [guildId, "order", "0"] },
  "remind.other-hours": { access: "staff", fields: ofGuild },
  "remind.show": { access: "everyone", fields: ofGuild },
  "remind.choose": { access: "everyone", fields: ofGuild, typed: () => ({ chosen: [] }) },
  "request.approve": { access: "manager", fields: ofTimeRequest },
  "request.change": { access: "manager", fields: ofTimeRequest },
  "request.change.form": { access: "manager", fields: ofTimeRequest, typed: () => ({ minutes: "30" }) },
  "request.decline": { access: "manager", fields: ofTimeRequest },
  "request.decline.form": { access: "manager", fields: ofTimeRequest, typed: () => ({ reason: "No" }) },
  "request.list.page": { access: "staff", fields: () => ["mine", "0"] },
  "request.look": { access: "manager", fields: ofUnclearRequest },
  "request.mark-given": { access: "manager", fields: ofUnclearRequest },
  "request.reopen": { access: "manager", fields: ofUnclearRequest },
  "request.time.fix": { access: "staff", fields: ofDraft("request.time.form") },
  "request.time.form": { access: "staff", fields: ofDraft("request.time.form"), typed: timeText },
  "request.time.form-again": { access: "staff", fields: ofDraft("request.time.form"), typed: timeText },
  "request.about-visit": { access: "staff", fields: () => ["1760000000", "30"] },
  "request.ask-again": { access: "staff", fields: async ({ timeRequest }) => [await timeRequest(true)] },
  "request.withdraw": { access: "staff", fields: async ({ timeRequest }) => [await timeRequest(true)] },
  "role.change": { access: "admin", fields: ofDraft("role.create") },
  "role.fix": { access: "admin", fields: ofDraft("role.form") },
  "role.form": { access: "admin", fields: () => [""], typed: roleText },
  "role.form-again": { access: "admin", fields: () => [""], typed: roleText },
  "schedule.open": { access: "manager", fields: firstPage },
  "schedule.switch": {
    access: "manager",
    fields: () => [],
    typed: ({ scheduleId }) => ({ chosen: `pause ${scheduleId}` }),
  },
  "schedule.add-again": { access: "manager", fields: ofDraft("schedule.remove") },
  "schedule.open-pause": { access: "manager", fields: noSchedule },
  "schedule.open-resume": { access: "manager", fields: noSchedule },
  "schedule.open-preview": { access: "manager", fields: noSchedule },
  "schedule.open-edit": { access: "manager", fields: noSchedule },
  "schedule.open-run": { access: "manager", fields: noSchedule },
  "schedule.open-remove": { access: "manager", fields: noSchedule },
  "schedule.new.kind": {
    access: "manager",
    fields: ofDraft("schedule.new.panel"),
    typed: () => ({ chosen: "calendar" }),
  },
  "schedule.new.channel": {
    access: "manager",
    fields: ofDraft("schedule.new.panel"),
    typed: ({ channelId }) => ({ chosen: channelId }),
  },
  "schedule.new.days": {
    access: "manager",
    fields: ofDraft("schedule.new.panel"),
    typed: () => ({ chosen: "daily" }),
  },
  "schedule.new.time": {
    access: "manager",
    fields: ofDraft("schedule.new.panel"),
    typed: () => ({ chosen: "09:00" }),
  },
  "schedule.new.preview": { access: "manager", fields: ofDraft("schedule.new.panel") },
  "schedule.new.other-time": { access: "manager", fields: ofDraft("schedule.new.panel") },
  "schedule.new.options": { access: "manager", fields: ofDraft("schedule.new.panel") },
  "schedule.new.cancel": { access: "manager", fields: ofDraft("schedule.new.panel") },
  "schedule.new.fix": { access: "manager", fields: ofDraft("schedule.add") },
  "schedule.new.use-time": { access: "manager", fields: ofDraftAndTime("schedule.add") },
  "schedule.new.time-form": {
    access: "manager",
    fields: ofDraft("schedule.new.panel"),
    typed: () => ({ time: "18:30" }),
  },
  "schedule.new.options-form": {
    access: "manager",
    fields: ofDraft("schedule.new.panel"),
    typed: () => ({ mode: "new" }),
  },
  "schedule.change.kind": {
    access: "manager",
    fields: ofDraft("schedule.change.panel"),
    typed: () => ({ chosen: "calendar" }),
  },
  "schedule.change.channel": {
    access: "manager",
    fields: ofDraft("schedule.change.panel"),
    typed: ({ channelId }) => ({ chosen: channelId }),
  },
  "schedule.change.days": {
    access: "manager",
    fields: ofDraft("schedule.change.panel"),
    typed: () => ({ chosen: "daily" }),
  },
  "schedule.change.time": {
    access: "manager",
    fields: ofDraft("schedule.change.panel"),
    typed: () => ({ chosen: "09:00" }),
  },
  "schedule.change.preview": { access: "manager", fields: ofDraft("schedule.change.panel") },
  "schedule.change.other-time": { access: "manager", fields: ofDraft("schedule.change.panel") },
  "schedule.change.options": { access: "manager", fields: ofDraft("schedule.change.panel") },
  "schedule.change.cancel": { access: "manager", fields: ofDraft("schedule.change.panel") },
  "schedule.change.fix": { access: "manager", fields: ofDraft("schedule.edit") },
  "schedule.change.use-time": { access: "manager", fields: ofDraftAndTime("schedule.edit") },
  "schedule.change.time-form": {
    access: "manager",
    fields: ofDraft("schedule.change.panel"),
    typed: () => ({ time: "18:30" }),
  },
  "schedule.change.options-form": {
    access: "manager",
    fields: ofDraft("schedule.change.panel"),
    typed: () => ({ mode: "new" }),
  },
  "schedule.page": { access: "manager", fields: firstPage },
  "schedule.zone.fix": { access: "manager", fields: ofDraft("schedule.zone.form") },
  "schedule.zone.form": {
    access: "manager",
    fields: ofDraft("schedule.zone.form"),
    typed: () => ({ zone: "Berlin" }),
  },
  "schedule.zone.form-again": {
    access: "manager",
    fields: ofDraft("schedule.zone.form"),
    typed: () => ({ zone: "Berlin" }),
  },
  "settings.change": { access: "admin", fields: () => [], typed: () => ({ chosen: "pictures" }) },
  "settings.channel": {
    access: "admin",
    fields: () => ["requests"],
    typed: ({ channelId }) => ({ chosen: channelId }),
  },
  "settings.find-zone": { access: "admin", fields: () => [] },
  "settings.old-after": { access: "admin", fields: () => [] },
  "settings.old-after.fix": { access: "admin", fields: ofDraft("settings.old-after.form") },
  "settings.old-after.form": { access: "admin", fields: ofDraft("none"), typed: () => ({ hours: "24" }) },
  "settings.old-after.form-again": {
    access: "admin",
    fields: ofDraft("none"),
    typed: () => ({ hours: "24" }),
  },
  "settings.open": { access: "admin", fields: () => ["pictures"] },
  "settings.put": { access: "admin", fields: () => ["pictures", "off"] },
  "settings.rewards.choose": { access: "admin", fields: () => [] },
  "settings.rewards.fix": { access: "admin", fields: ofDraft("settings.rewards.form") },
  "settings.rewards.form": { access: "admin", fields: () => [""], typed: rewardRoles },
  "settings.rewards.form-again": { access: "admin", fields: () => [""], typed: rewardRoles },
  "settings.rewards.off": { access: "admin", fields: () => [] },
  "settings.show": { access: "admin", fields: () => [] },
  "settings.zone": { access: "admin", fields: () => [], typed: () => ({ chosen: "Europe/Berlin" }) },
  "settings.zone.fix": { access: "admin", fields: ofDraft("settings.zone.form") },
  "settings.zone.form": { access: "admin", fields: ofDraft("none"), typed: () => ({ zone: "Berlin" }) },
  "settings.zone.form-again": {
    access: "admin",
    fields: ofDraft("none"),
    typed: () => ({ zone: "Berlin" }),
  },
  "settings.undo": { access: "admin", fields: () => ["pictures", "off", "dark"] },
  "settings.value": { access: "admin", fields: () => ["pictures"], typed: () => ({ chosen: "off" }) },
  "setup.channel": { access: "admin", fields: () => ["audit"] },
  "setup.find-zone": { access: "admin", fields: () => [] },
  "setup.go": { access: "admin", fields: () => [], typed: () => ({ chosen: "zone" }) },
  "setup.link.fix": { access: "admin", fields: ofDraft("setup.link.form") },
  "setup.link.form": { access: "admin", fields: ofDraft("none"), typed: noKey },
  "setup.link.form-again": { access: "admin", fields: ofDraft("none"), typed: noKey },
  "setup.open-link": { access: "admin", fields: () => [] },
  "setup.pack": { access: "admin", fields: () => [], typed: () => ({ chosen: "cafe" }) },
  "setup.posts": { access: "admin", fields: () => ["cafe"] },
  "setup.role": { access: "admin", fields: () => ["staff"] },
  "setup.show": { access: "admin", fields: () => [""] },
  "setup.zone": { access: "admin", fields: () => [], typed: () => ({ chosen: "Europe/Berlin" }) },
  "setup.zone.fix": { access: "admin", fields: ofDraft("setup.zone.form") },
  "setup.zone.form": { access: "admin", fields: ofDraft("none"), typed: () => ({ zone: "Berlin" }) },
  "setup.zone.form-again": { access: "admin", fields: ofDraft("none"), typed: () => ({ zone: "Berlin" }) },
  "taskboard.actions.open": { access: "staff", fields: firstPage },
  "taskboard.actions.page": { access: "staff", fields: firstPage },
  "taskboard.ask-delete": { access: "manager", fields: ({ actionId }) => [actionId] },
  "taskboard.boards.page": { access: "staff", fields: firstPage },
  "taskboard.show": { access: "staff", fields: () => [] },
  "taskboard.switch": { access: "manager", fields: () => [] },
  "user.show": { access: "self-or-manager", fields: ({ userId }) => [userId] },
  "workspace.fix": { access: "admin", fields: ofDraft("workspace.form") },
  "workspace.form": { access: "admin", fields: () => [""], typed: () => ({ name: "Harbour", theme: "" }) },
  "workspace.form-again": {
    access: "admin",
    fields: () => [""],
    typed: () => ({ name: "Harbour", theme: "" }),
  },
};

function timeText(): Readonly<Record<string, string>> {
  return { minutes: "30", reason: "Forgot" };
}

function noKey(): Readonly<Record<string, string>> {
  return { "workspace-id": "no such", key: "no such key", name: "" };
}

/** The command that asks each question, as someone who may do everything runs it. */
export const askedBy: Readonly<
  Record<
    string,
    {
      readonly path: string;
      readonly options?: (samples: Samples) => Readonly<Record<string, string>>;
      /** The question comes after a few presses on that command's reply. */
      readonly ask?: (person: Person, samples: Samples) => Promise<SeenMessage>;
      /** The question comes later than the command's reply, and so does what it leads to. */
      readonly inStages?: true;
    }
  >
> = {
  "access.set": { path: "access set" },
  "account.request": { path: "account connect" },
  "account.connect": {
    path: "account connect",
    options: ({ freeUserId, freeMemberId }) => ({ user: freeUserId, person: freeMemberId }),
  },
  "account.disconnect": {
    path: "profile",
    ask: async (person, { memberId }) =>
      shown(
        await person.press(shown(await person.run("profile", { person: `<@${memberId}>` })), "Disconnect…"),
      ),
  },
  "account.approve-several": { path: "account list", inStages: true },
  "account.import": { path: "account import", inStages: true },
  "account.undo-import": { path: "account import", inStages: true },
  "activity.gift": { path: "activity gift" },
  "bans.delete": {
    path: "bans",
    ask: async (person, { banId, commentId }) => {
      const list = shown(await person.run("bans", { ban: banId }));
      const comment = shown(await person.choose(list, menuOf(list), [commentId]));
      return shown(await person.press(comment, "Delete…"));
    },
  },
  "link.read-only": { path: "link status", ask: (person) => pressOnLink(person, "Make read-only…") },
  "link.remove": { path: "link status", ask: (person) => pressOnLink(person, "Remove…") },
  "order.create": { path: "order create" },
  "post.delete": { path: "post-delete" },
  "privacy.forget": { path: "privacy", ask: (person) => askToForgetMe(person) },
  "privacy.forget-person": { path: "privacy", ask: (person, { userId }) => askToForget(person, userId) },
  "role.create": { path: "role create" },
  "schedule.add": { path: "schedule add" },
  "schedule.add-pack": { path: "setup", inStages: true },
  "schedule.edit": {
    path: "schedule list",
    ask: (person, { scheduleId }) => askToChange(person, scheduleId, { cron: "0 0 2 1 *" }),
  },
  "schedule.remove": {
    path: "schedule list",
    ask: (person, { scheduleId }) => pressOnCard(person, scheduleId, "Remove…"),
  },
  "schedule.run": {
    path: "schedule list",
    ask: (person, { scheduleId }) => pressOnCard(person, scheduleId, "Post now…"),
  },
  "session.create-server": { path: "session create-server" },
  "settings.history": { path: "settings", ask: (person) => chooseSetting(person, "history", "3") },
  "settings.rewards": {
    path: "settings",
    ask: (person) => chooseRewards(person, { passed: playgroundIds.starRole }),
  },
  "taskboard.delete-action": {
    path: "taskboard show",
    ask: async (person, { actionId }) => {
      const card = shown(await person.run("taskboard show"));
      const list = shown(await person.press(card, "Automatic actions"));
      const action = shown(await person.choose(list, menuOf(list), [actionId]));
      return shown(await person.press(action, "Delete…"));
    },
  },
  "taskboard.format": { path: "taskboard format" },
  "taskboard.set-board": {
    path: "taskboard show",
    ask: async (person, { boardId }) => {
      const card = shown(await person.run("taskboard show"));
      return shown(await person.choose(card, menuOf(card), [boardId]));
    },
  },
  "workspace.settings": { path: "workspace settings" },
};
