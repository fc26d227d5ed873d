import type { Answer } from "../../src/interactions/answer.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { embed } from "../../src/text/embed.ts";
import { grouped } from "../../src/text/numbers.ts";
import { keyEndWords } from "./render-expiry.ts";
import { linkFields } from "./render-fields.ts";

export type Health =
  | { readonly state: "works" | "limited"; readonly durationMs: number }
  | { readonly state: "broken"; readonly text: string };

export interface Status {
  readonly link: GuildLink;
  readonly health: Health;
  readonly keyEndsAt: Temporal.Instant | undefined;
  readonly roleIds: readonly string[];
}

export function renderStatus(
  { link, health, keyEndsAt, roleIds }: Status,
  { now, commandMention }: { readonly now: () => number; readonly commandMention: (path: string) => string },
): Answer {
  const keyEnd = keyEndWords(keyEndsAt, now());
  const roles =
    roleIds.length === 0
      ? `none yet, name them with ${commandMention("link access")}`
      : roleMentions(roleIds);
  return {
    embeds: [
      embed({
        title: "Link to the workspace",
        description: healthWords(health),
        tone: toneOf(health, keyEnd?.urgent ?? false),
        fields: [...linkFields(link, keyEnd), { name: "Staff roles", value: roles }],
      }),
    ],
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

function healthWords(health: Health): string {
  switch (health.state) {
    case "works":
      return `✅ The workspace answered within ${took(health.durationMs)} and takes this server's key.`;
    case "limited":
      return `⚠️ The workspace answered within ${took(health.durationMs)} and knows this server's key, but keeps the calendar from it. Someone who administers the workspace can give the key more rights.`;
    case "broken":
      return `❌ ${health.text}`;
    default:
      return health satisfies never;
  }
}

function toneOf({ state }: Health, urgent: boolean) {
  if (state === "broken") return "harmful";
  return state === "limited" || urgent ? "waiting" : "done";
}

function took(durationMs: number): string {
  return durationMs < 1_000
    ? `${Math.max(1, Math.round(durationMs))} ms`
    : `${grouped(Math.round(durationMs / 100) / 10)} seconds`;
}

function roleMentions(roleIds: readonly string[]): string {
  return roleIds.map((roleId) => `<@&${roleId}>`).join(" ");
}
