import type { z } from "zod";
import type { CustomId } from "../../src/interactions/custom-id.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { AccessRole, RoleTier } from "../../src/store/access-roles.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { formatMachines, type Machine, usualMachines } from "../../src/domain/machines.ts";
import { joinParts, truncate } from "../../src/ui/lines.ts";
import { createButton, createButtonRow, createMenuRow } from "../../src/ui/buttons.ts";
import { createEmbed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { escapeMarkdown, inlineCode } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { formatIdFooter } from "../../src/ui/receipt.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { timestamp } from "../../src/ui/time.ts";
import type { GuildWorkspaces } from "./guild-workspaces.ts";
import { describeKeyRights, describeLimits, type KeyRights, listRefused } from "./key-rights.ts";
import {
  describeHealth,
  type Health,
  formatBoundChannels,
  describeKeyEnd,
  createLinkFields,
} from "./render-parts.ts";
import {
  createChangesButton,
  createLinksButton,
  createRemoveAllButton,
  createRemoveButton,
  linkIds,
} from "./ids.ts";
import { formatMachineList } from "./render-change.ts";

const maxRoles = 8;
const tierTexts: readonly (readonly [RoleTier, string])[] = [
  ["staff", "Staff"],
  ["manager", "Managers"],
  ["admin", "Admins"],
];

/** Which roles can use the bot, one line per tier. */
function createTierField(
  roles: readonly AccessRole[],
  commandMention: (path: string) => string,
): EmbedFieldParts {
  const lines = tierTexts.map(([tier, name]) => {
    const mapped = roles.filter((role) => role.tier === tier);
    if (mapped.length === 0) return tier === "admin" && "Admins · members with *Manage Server*";
    const mentions = mapped.slice(0, maxRoles).map(({ roleId }) => `<@&${roleId}>`);
    const more = mapped.length > maxRoles && `and ${mapped.length - maxRoles} more`;
    return `${name} · ${joinParts([...mentions, more], " ")}`;
  });
  const next =
    roles.length === 0 && `No role can use it yet. Choose some with ${commandMention("access set")}.`;
  return { name: "Who can use it", value: joinParts([...lines, next], "\n") };
}

export interface LinkStatus {
  readonly link: GuildLink;
  readonly health: Health;
  /** `undefined` if the service didn't accept the key, or didn't answer. */
  readonly rights?: KeyRights | undefined;
  readonly keyEndsAt: Temporal.Instant | undefined;
  readonly machines: readonly Machine[];
}
interface Status {
  readonly workspaces: GuildWorkspaces;
  /** One per workspace, in the same order. */
  readonly statuses: readonly LinkStatus[];
  readonly roles: readonly AccessRole[];
}
/** The most that ten fields may hold together, leaving room for the roles. */
const roomForLinks = 4_600;

const readOnlyMark = "🔒 Read-only: nothing is sent that changes it";

/** Of machines; a field holds 1,024 characters. */
const maxListed = 6;

export function renderStatus(status: Status, ctx: RenderContext): Reply {
  const [only, second] = status.statuses;
  if (only === undefined) return renderNotLinked(ctx);
  return second === undefined ? renderLinkCard(only, status, ctx) : renderSeveral(status, ctx);
}

/** One link, with what can be done about it. */
export function renderLinkCard(
  only: LinkStatus,
  { workspaces, roles }: Omit<Status, "statuses">,
  { now, commandMention }: RenderContext,
): Reply {
  const { linkKey } = only.link;
  const keyEnd = describeKeyEnd(only.keyEndsAt, now.epochMilliseconds);
  const isOneOfSeveral = workspaces.links.length > 1;
  const isDefault = linkKey === workspaces.defaultLink?.linkKey;
  const button = (label: string, id: CustomId<{ linkKey: z.ZodString }>) =>
    createButton({ customId: id.encode({ linkKey }), label });
  return {
    embeds: [
      createEmbed({
        title: `Linked to ${escapeMarkdown(only.link.name, 100)}`,
        description: describeHealth(only.health),
        tone: getTone([only], now.epochMilliseconds),
        fields: [
          ...createLinkFields(only.link, keyEnd),
          ...(isOneOfSeveral
            ? [{ name: "Used in", value: formatBoundChannels(only.link, workspaces) ?? "No channel yet" }]
            : []),
          ...(only.rights === undefined
            ? []
            : [{ name: "What the key can do", value: describeKeyRights(only.rights) }]),
          {
            name: "Changes in the workspace",
            value: only.link.isReadOnly ? readOnlyMark : "Allowed, each after a preview",
          },
          { name: "Machines in orders", value: formatMachineList(only.machines, maxListed) || "None" },
          createTierField(roles, commandMention),
        ],
        footer: formatIdFooter({ Workspace: only.link.workspaceId }),
      }),
    ],
    components: [
      ...createButtonRow(
        ...(isOneOfSeveral && !isDefault ? [button("Make default", linkIds.setDefault)] : []),
        button("Channel…", linkIds.channel),
        button("Rename…", linkIds.rename),
        button("Machines…", linkIds.machines),
        createRemoveButton(only.link),
      ),
      ...createButtonRow(
        button("Test key", linkIds.show),
        createChangesButton(only.link),
        ...(isOneOfSeveral ? [createLinksButton()] : []),
      ),
    ],
  };
}

function renderSeveral(
  { workspaces, statuses, roles }: Status,
  { now, commandMention }: RenderContext,
): Reply {
  const maxLength = Math.floor(roomForLinks / statuses.length);
  return {
    embeds: [
      createEmbed({
        title: `Links to ${pluralize(statuses.length, "workspace")}`,
        description: "Open one to choose its channels, make it the default, rename or remove it.",
        tone: getTone(statuses, now.epochMilliseconds),
        fields: [
          ...statuses.map((each) => createLinkField(each, workspaces, maxLength, now.epochMilliseconds)),
          createTierField(roles, commandMention),
        ],
      }),
    ],
    components: createMenuRow(
      linkIds.open.encode({}),
      "Open a link",
      workspaces.links.map(({ name, linkKey }) => ({ label: name, value: linkKey })),
    ),
  };
}

function createLinkField(
  { link, health, rights, keyEndsAt, machines }: LinkStatus,
  workspaces: GuildWorkspaces,
  maxLength: number,
  now: number,
): EmbedFieldParts {
  const name = `${escapeMarkdown(link.name, 60)}${link.linkKey === workspaces.defaultLink?.linkKey ? " · default" : ""}`;
  const since = timestamp(Temporal.Instant.fromEpochMilliseconds(link.linkedAt), "R");
  const keyEnd = describeKeyEnd(keyEndsAt, now);
  const places = formatBoundChannels(link, workspaces);
  const facts = [
    link.isReadOnly && readOnlyMark,
    rights && describeLimits(rights),
    places === undefined ? "No channel uses it yet" : `Used in ${places}`,
    keyEnd && `Key: ${keyEnd.text}`,
    // As they usually are, they are no news.
    formatMachines(machines) !== formatMachines(usualMachines) &&
      (machines.length === 0 ? "No machines" : `${pluralize(machines.length, "machine")} of its own`),
    `-# ${inlineCode(link.workspaceId, 60)} · linked by <@${link.linkedByDiscordUserId}> · ${since}`,
  ];
  const rest = joinParts(facts, "\n");
  return {
    name,
    value: `${truncate(describeHealth(health), Math.max(60, maxLength - name.length - rest.length))}\n${rest}`,
  };
}

export function renderNotLinked({ commandMention }: RenderContext): Reply {
  return {
    embeds: [
      createEmbed({
        title: "Not linked yet",
        description: `This server isn't linked to a workspace yet. Get the workspace's id and a key from its settings (an administrator can create one), then run ${commandMention("setup")}.`,
        tone: "waiting",
      }),
    ],
    components: createButtonRow(createRemoveAllButton()),
  };
}

function getTone(statuses: readonly LinkStatus[], now: number) {
  if (statuses.some(({ health }) => health.state === "broken" || health.state === "outage")) return "harmful";
  const worrying = statuses.some(
    ({ health, rights = [], keyEndsAt }) =>
      health.state === "limited" ||
      listRefused(rights) !== undefined ||
      describeKeyEnd(keyEndsAt, now)?.urgent,
  );
  return worrying ? "waiting" : "done";
}
