import type { AccessRole, RoleTier } from "../../src/store/access-roles.ts";
import type { EmbedFieldParts } from "../../src/text/embed.ts";
import { joined } from "../shared/lines.ts";

const mostRoles = 8;
const words: readonly (readonly [RoleTier, string])[] = [
  ["admin", "Admins"],
  ["manager", "Managers"],
  ["staff", "Staff"],
];

/** Which roles may use the bot, a line a tier. */
export function tierField(
  roles: readonly AccessRole[],
  commandMention: (path: string) => string,
): EmbedFieldParts {
  const lines = words.map(([tier, name]) => {
    const mapped = roles.filter((role) => role.tier === tier);
    if (mapped.length === 0) return tier === "admin" && "Admins: members with *Manage Server*";
    const mentions = mapped.slice(0, mostRoles).map(({ roleId }) => `<@&${roleId}>`);
    const more = mapped.length > mostRoles && `and ${mapped.length - mostRoles} more`;
    return `${name}: ${joined([...mentions, more], " ")}`;
  });
  const next =
    roles.length === 0 && `No role may use it yet, name some with ${commandMention("access set")}.`;
  return { name: "Who may use it", value: joined([...lines, next], "\n") };
}
