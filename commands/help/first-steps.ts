import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { EmbedFieldParts } from "../../src/ui/embed.ts";
import { isOptional, type Step, stepLabels, steps } from "../setup/ids.ts";

/** What is done of a new server's setup; `self`, the last step, is personal. */
export type DoneSteps = ReadonlySet<Step | "self">;

/** A new server's setup steps in order, with done ones ticked off; nothing once all are done. */
export function renderSteps(
  done: DoneSteps,
  commandMention: (path: string) => string,
): readonly EmbedFieldParts[] {
  const lines = [
    ...steps
      .filter((step) => !isOptional(step))
      .map((step) => ({ step, command: stepLabels[step].command, what: stepLabels[step].title })),
    { step: "self", command: "account connect", what: "You, as a workspace user" },
  ] as const;
  if (lines.every(({ step }) => done.has(step))) return [];
  const stepLines = lines.map(
    ({ step, command, what }) => `${done.has(step) ? "✅" : "▫️"} ${commandMention(command)} · ${what}`,
  );
  const all = `${commandMention("setup")} · all of this in one place, step by step`;
  return [{ name: "First steps", value: [all, ...stepLines].join("\n") }];
}

export async function readDoneSteps({ store, guildId, self }: GuildContext): Promise<DoneSteps> {
  const [links, roles, settings, schedules, own] = await Promise.all([
    store.guildLinks.list(guildId),
    store.accessRoles.list(guildId),
    store.guildSettings.all(guildId),
    store.schedules.count(guildId),
    self(),
  ]);
  const isDone: Readonly<Record<Step | "self", boolean>> = {
    workspace: links.length > 0,
    staff: roles.some(({ tier }) => tier === "staff"),
    managers: roles.some(({ tier }) => tier === "manager"),
    "managers-channel": settings.has("managers-channel"),
    zone: settings.has("zone"),
    posts: schedules > 0,
    audit: settings.has("audit-channel"),
    self: own !== undefined,
  };
  return new Set([...steps, "self" as const].filter((step) => isDone[step]));
}
