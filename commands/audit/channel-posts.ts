import { DiscordAPIError, RESTJSONErrorCodes } from "discord.js";
import { z } from "zod";
import {
  readNamesInEntries,
  readWorkspacesInEntries,
  describeEntry,
  type WholeEntryWords,
} from "./render-entry.ts";
import type { AppContext } from "../../src/context.ts";
import { mayUse } from "../../src/interactions/access.ts";
import { definePurpose, sayStored } from "../../src/outbox/queue.ts";
import { postAtOnce } from "../../src/outbox/send-once.ts";
import type { AuditEntry } from "../../src/store/audit.ts";
import type { Names } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createEmbed, embedLimits } from "../../src/ui/embed.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";

interface Announcement extends WholeEntryWords {
  readonly entries: readonly AuditEntry[];
  /** Earlier entries that couldn't be posted. */
  readonly dropped: number;
}

/** Entries as posted in the audit channel, where nothing is edited. */
export function renderAnnouncement(
  { entries, dropped, ...words }: Announcement,
  { commandMention }: Pick<RenderContext, "commandMention">,
): Reply {
  const more =
    dropped > 0 &&
    subtext(
      `${pluralize(dropped, "earlier entry", "earlier entries")} couldn't be posted; see ${commandMention("audit")}`,
    );
  const maxLength = embedLimits.description - (more === false ? 0 : more.length + 1);
  const texts = entries.map((entry) => describeEntry(entry, { ...words, style: "f" }));
  return {
    embeds: [createEmbed({ description: joinParts([more, fitLines(texts, maxLength)], "\n") })],
  };
}

const PostingTrouble = z.object({
  guildId: z.string(),
  channelId: z.string(),
  /** Discord's reason: the channel is gone, the bot can't see it or post in it, or something else. */
  why: z.enum(["gone", "unseen", "forbidden", "refused"]),
  /** When it began, in epoch milliseconds. */
  since: z.number(),
});
type PostingTrouble = z.output<typeof PostingTrouble>;

/** What is wrong with the channel, and what to do about it. */
const troubleTexts: Readonly<Record<PostingTrouble["why"], readonly [happened: string, next: string]>> = {
  gone: ["it was deleted", ""],
  unseen: ["I can't see it anymore", "give me *View Channel*, *Send Messages* and *Embed Links* there, or "],
  forbidden: ["I can't post there anymore", "give me *Send Messages* and *Embed Links* there, or "],
  refused: ["Discord doesn't accept my messages there", ""],
};

/** A private message to the person who chose the channel, while they are an admin. */
function renderTrouble(
  { guildId, channelId, why }: PostingTrouble,
  { commandMention }: Pick<RenderContext, "commandMention">,
): Reply {
  const [happened, next] = troubleTexts[why];
  const lines = [
    `I couldn't post the audit log in ${why === "gone" ? "the channel you chose" : `<#${channelId}>`}: ${happened}.`,
    "Nothing is lost: it's all in the audit log.",
    `To continue, ${next}choose another channel: run ${commandMention("audit")} in the server and press *Channel…*. I won't message you again about this unless it works and then fails again.`,
    subtext(`https://discord.com/channels/${guildId}${why === "gone" ? "" : `/${channelId}`}`),
  ];
  return {
    embeds: [
      createEmbed({ title: "The audit log can't be posted", description: lines.join("\n"), tone: "harmful" }),
    ],
  };
}

/** To who chose the channel, while they are an admin and it lasts. */
export const auditTrouble = definePurpose({
  name: "audit trouble",
  payload: PostingTrouble.extend({ discordUserId: z.string() }),
  async write({ discordUserId, ...trouble }, { ctx }) {
    const { guildId, since } = trouble;
    const lasts = (await ctx.store.guildSettings.get(guildId, "audit-trouble")) === String(since);
    const isAdmin = lasts && (await mayUse("admin", guildId, discordUserId, ctx));
    return isAdmin ? { to: "person", discordUserId, inPrivate: renderTrouble(trouble, ctx) } : undefined;
  },
});

/** Posts audit entries in a guild's audit channel. */
export interface AuditChannel {
  /** Queues an entry for its guild and returns without waiting for the post. Never rejects. */
  publish(entry: AuditEntry): Promise<void>;
  /** Accepts nothing more, drops the queue (the audit log has its entries), and finishes the post in progress. */
  stop(): Promise<void>;
}

/** Per guild; further entries aren't posted, and the next post says how many. */
const maxQueued = 50;
const maxPerPost = 10;

export function createAuditChannel(ctx: AppContext): AuditChannel {
  const waiting = new Map<string, AuditEntry[]>();
  const dropped = new Map<string, number>();
  const inFlight = new Set<Promise<void>>();
  const stopping = new AbortController();

  const countDropped = (guildId: string, count: number): void => {
    const sum = (dropped.get(guildId) ?? 0) + count;
    if (sum === 0) dropped.delete(guildId);
    else dropped.set(guildId, sum);
  };

  async function postAll(guildId: string, queue: AuditEntry[]): Promise<void> {
    while (!stopping.signal.aborted && queue.length > 0) {
      // Entries queued during the last post go out together, so a busy guild stays within Discord's limits.
      const batch = queue.splice(0, maxPerPost);
      const reported = dropped.get(guildId) ?? 0;
      const posted = await post(guildId, batch, reported, ctx);
      countDropped(guildId, posted ? -reported : batch.length);
    }
    waiting.delete(guildId);
  }

  return {
    publish(entry) {
      const { guildId } = entry;
      const queue = waiting.get(guildId);
      if (stopping.signal.aborted) return Promise.resolve();
      if (queue === undefined) {
        const fresh = [entry];
        waiting.set(guildId, fresh);
        const work: Promise<void> = postAll(guildId, fresh).finally(() => inFlight.delete(work));
        inFlight.add(work);
      } else if (queue.length < maxQueued) queue.push(entry);
      else countDropped(guildId, 1);
      return Promise.resolve();
    },
    async stop() {
      stopping.abort();
      await Promise.all(inFlight);
    },
  };
}

/** False if the entries should be in the channel but aren't. Never rejects. */
async function post(
  guildId: string,
  entries: readonly AuditEntry[],
  dropped: number,
  ctx: AppContext,
): Promise<boolean> {
  const { store, auditActions: actions, messenger, log, now } = ctx;
  let trouble: { readonly channelId: string; readonly setBy: string | undefined } | undefined;
  let why: PostingTrouble["why"];
  try {
    const settings = await store.guildSettings.all(guildId);
    const channelId = settings.get("audit-channel");
    if (channelId === undefined) return true;
    const known = settings.has("audit-trouble");
    trouble = known ? undefined : { channelId, setBy: settings.get("audit-channel-set-by") };
    // Names are optional: the entries are posted without them too.
    const names = await readNamesInEntries(entries, { ...ctx, guildId }).catch((): Names => new Map());
    const workspaces = await readWorkspacesInEntries({ guildId, store });
    // No entry is in two posts.
    const key = `audit ${entries[0]?.id}`;
    await postAtOnce(
      renderAnnouncement({ entries, names, workspaces, actions, dropped }, ctx),
      { key, channelId },
      { messenger },
    );
    if (known) await store.guildSettings.remove(guildId, "audit-trouble");
    return true;
  } catch (error) {
    log.warn("audit log entries could not be posted", { guildId, entries: entries.length, error });
    if (trouble === undefined || !isPermanent(error)) return false;
    why = permanentTroubles.get(error.code) ?? "refused";
  }
  try {
    const { channelId, setBy: discordUserId } = trouble;
    const since = now();
    // One that works and fails again is told again.
    const about = { key: `audit trouble ${guildId} ${since}`, guildId };
    const message =
      discordUserId &&
      auditTrouble.createEntry(
        { ...about, discordUserId, payload: { guildId, channelId, why, since, discordUserId } },
        since,
        true,
      );
    // Stored first: without it, the trouble would count as told.
    if (message) await store.outbox.add(message);
    await store.guildSettings.set(guildId, "audit-trouble", String(since));
    const outcome = message ? await sayStored(message, auditTrouble, { ctx, isAwaited: false }) : undefined;
    log.info("an admin is told that the audit log can't be posted", { guildId, how: outcome?.how });
  } catch (error) {
    log.warn("could not tell anyone that the audit log can't be posted", { guildId, error });
  }
  return false;
}

const permanentTroubles: ReadonlyMap<number | string, PostingTrouble["why"]> = new Map([
  [RESTJSONErrorCodes.UnknownChannel, "gone"],
  [RESTJSONErrorCodes.MissingAccess, "unseen"],
  [RESTJSONErrorCodes.MissingPermissions, "forbidden"],
]);

/** Whether a person has to do something; other failures pass by themselves. */
function isPermanent(error: unknown): error is DiscordAPIError {
  return (
    error instanceof DiscordAPIError && error.status >= 400 && error.status < 500 && error.status !== 429
  );
}
