import { joinParts } from "../ui/lines.ts";
import type { Access, MemberTier } from "./access.ts";

/**
 * Why someone was refused, and who can help.
 * @param purpose of something that only shows: what it is for. Nobody wonders whether that did something.
 */
export function describeDenial(access: Access, member: MemberTier, purpose?: string): string {
  const [use, nothingDone] = purpose === undefined ? ["use this", "Nothing was done."] : [purpose, ""];
  return joinParts(
    [
      `Only ${describeTier(access)} can ${use} here.`,
      describeOwnTier(member, access),
      nothingDone,
      describeHowToChange(access, member),
    ],
    " ",
  );
}

/** @param isChange whether something would have been changed */
export function describeOthersDenial(member: MemberTier, isChange = false): string {
  return joinParts(
    [
      "Only managers can see other people's data here.",
      describeOwnTier(member, "manager"),
      isChange && "Nothing was done.",
      "You can use this for yourself.",
      describeHowToChange("manager", member),
    ],
    " ",
  );
}

function describeTier(access: Access): string {
  switch (access) {
    case "everyone":
      return "everyone";
    case "staff":
    case "self-or-manager":
      return "staff";
    case "manager":
      return "managers";
    case "admin":
      return "admins";
    case "admin-or-manage-server":
      return "admins and members with *Manage Server*";
    default:
      return access satisfies never;
  }
}

function describeOwnTier({ tier, hasManageServer }: MemberTier, access: Access): string {
  switch (tier) {
    case "everyone": {
      const role = describeTier(access) === "staff" ? "a staff role" : "a role for that";
      return hasManageServer
        ? `You don't have ${role} yet.`
        : `You don't have ${role} yet; ask an admin for one.`;
    }
    case "staff":
      return "You're staff.";
    case "manager":
      return "You're a manager.";
    case "admin":
      return "You're an admin.";
    default:
      return tier satisfies never;
  }
}

/** The command is named only to people who can use it. */
function describeHowToChange(access: Access, { tier, hasManageServer }: MemberTier): string {
  if (hasManageServer) return "You can change that with `/access set`.";
  if (tier === "everyone") return "";
  return access === "admin-or-manage-server" ? "Ask one of them." : "An admin can change that.";
}
