import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { ExportWords } from "../../src/personal-data.ts";
import type { KeptData } from "./store.ts";
import { subtext } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { defineGuildButton } from "../kit/guild-button.ts";
import { maxEntries } from "../audit/index.ts";

/** Discord accepts 10 MiB in all. */
const maxBytes = 9_000_000;
const words = "Everything I keep about you in one server, as JSON.";

/** Of one server: what another one keeps is nobody's business here. See docs/decisions/0015. */
async function exportKept(ctx: GuildContext): Promise<Reply> {
  const { store, guildId, invoker, now } = ctx;
  const kept = await store.personalData.of(guildId, invoker.discordUserId, maxEntries);
  const entries = [...kept.auditEntries];
  let text = serializeKept({ ...kept, auditEntries: entries }, ctx);
  while (Buffer.byteLength(text) > maxBytes && entries.length > 0) {
    // The oldest go; what is left out is said below.
    entries.length = Math.floor(entries.length / 2);
    text = serializeKept({ ...kept, auditEntries: entries }, ctx);
  }
  const isComplete = entries.length === kept.auditEntries.length && entries.length < maxEntries;
  const date = Temporal.Instant.fromEpochMilliseconds(now()).toString().slice(0, 10);
  return {
    content: [
      words,
      subtext(
        `It covers only this server${isComplete ? "" : `, with the newest ${entries.length} audit log entries`}. Messages you posted in channels aren't included.`,
      ),
    ].join("\n"),
    files: [{ name: `my-data-${date}.json`, data: Buffer.from(text), description: words }],
  };
}

export const exportButton = defineGuildButton({
  name: "privacy.export",
  access: "everyone",
  needs: "guild",
  ack: "ephemeral",
  run: exportKept,
});

/** Moments as text; who else did something is left out, since that is about them. */
function serializeKept(kept: KeptData, { store, guildId, invoker, now }: GuildContext): string {
  const format: ExportWords = {
    at: toIsoText,
    who(discordUserId) {
      if (discordUserId === undefined) return undefined;
      return discordUserId === invoker.discordUserId ? "you" : "another member";
    },
  };
  const rows = new Map<string, unknown>(Object.entries(kept));
  const content = {
    server: guildId,
    discordUser: invoker.discordUserId,
    exportedAt: toIsoText(now()),
    ...Object.fromEntries(
      store.personalData.tables.map(([name, { exported }]) => [
        exported.as,
        exported.write(rows.get(name), format),
      ]),
    ),
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

function toIsoText(epochMs: number): string;
function toIsoText(epochMs: number | undefined): string | undefined;
function toIsoText(epochMs: number | undefined): string | undefined {
  return epochMs === undefined ? undefined : Temporal.Instant.fromEpochMilliseconds(epochMs).toString();
}
