import type { Answer } from "../../src/interactions/answer.ts";
import type { AccessRole } from "../../src/store/access-roles.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { clip } from "../../src/text/clip.ts";
import { embed, type EmbedFieldParts } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { timeMark } from "../../src/text/time.ts";
import { joined } from "../shared/lines.ts";
import type { GuildWorkspaces } from "./guild-workspaces.ts";
import { keyEndWords } from "./render-expiry.ts";
import { linkFields } from "./render-fields.ts";
import { type Health, healthWords } from "./render-health.ts";
import { placesOf } from "./render-places.ts";
import { tierField } from "./render-tiers.ts";

export interface LinkStatus {
  readonly link: GuildLink;
  readonly health: Health;
  readonly keyEndsAt: Temporal.Instant | undefined;
}
export interface Status {
  readonly workspaces: GuildWorkspaces;
  /** One for each workspace, in their order. */
  readonly statuses: readonly LinkStatus[];
  readonly roles: readonly AccessRole[];
}
interface Words {
  readonly now: () => number;
  readonly commandMention: (path: string) => string;
}

/** What ten fields of a message may hold together, leaving room for the roles. */
const roomForLinks = 4_600;

export function renderStatus(status: Status, words: Words): Answer {
  const [only, second] = status.statuses;
  if (only === undefined) return renderNotLinked(words.commandMention("link set"));
  return second === undefined ? renderOne(only, status, words) : renderSeveral(status, words);
}

function renderOne(only: LinkStatus, { roles }: Status, { now, commandMention }: Words): Answer {
  const keyEnd = keyEndWords(only.keyEndsAt, now());
  return {
    embeds: [
      embed({
        title: "Link to the workspace",
        description: healthWords(only.health),
        tone: toneOf([only], now()),
        fields: [...linkFields(only.link, keyEnd), tierField(roles, commandMention)],
      }),
    ],
  };
}

function renderSeveral({ workspaces, statuses, roles }: Status, { now, commandMention }: Words): Answer {
  const room = Math.floor(roomForLinks / statuses.length);
  return {
    embeds: [
      embed({
        title: `Links to ${counted(statuses.length, "workspace")}`,
        description: `Change where commands speak of which with ${commandMention("link channel")} and ${commandMention("link default")}.`,
        tone: toneOf(statuses, now()),
        fields: [
          ...statuses.map((each) => linkField(each, workspaces, room, now())),
          tierField(roles, commandMention),
        ],
      }),
    ],
  };
}

function linkField(
  { link, health, keyEndsAt }: LinkStatus,
  workspaces: GuildWorkspaces,
  room: number,
  now: number,
): EmbedFieldParts {
  const name = `${inert(link.name, 60)}${link.linkKey === workspaces.byDefault?.linkKey ? " · default" : ""}`;
  const since = timeMark(Temporal.Instant.fromEpochMilliseconds(link.linkedAt), "R");
  const keyEnd = keyEndWords(keyEndsAt, now);
  const places = placesOf(link, workspaces);
  const facts = [
    places === undefined ? "Commands speak of it in no channel yet" : `Commands speak of it in ${places}`,
    keyEnd && `The key ends: ${keyEnd.text}`,
    `-# ${code(link.workspaceId, 60)} · linked by <@${link.linkedByDiscordUserId}> ${since}`,
  ];
  const rest = joined(facts, "\n");
  return {
    name,
    value: `${clip(healthWords(health), Math.max(60, room - name.length - rest.length))}\n${rest}`,
  };
}

export function renderNotLinked(setMention: string): Answer {
  return {
    embeds: [
      embed({
        title: "Not linked yet",
        description: `This server is not linked to a workspace. You need the workspace's id and a key that one of its administrators makes in its settings. Then run ${setMention}.`,
        tone: "waiting",
      }),
    ],
  };
}

function toneOf(statuses: readonly LinkStatus[], now: number) {
  if (statuses.some(({ health }) => health.state === "broken" || health.state === "resting"))
    return "harmful";
  const worrying = statuses.some(
    ({ health, keyEndsAt }) => health.state === "limited" || keyEndWords(keyEndsAt, now)?.urgent,
  );
  return worrying ? "waiting" : "done";
}
