import type { APIButtonComponentWithCustomId } from "discord.js";
import { z } from "zod";
import type { AppContext } from "../../../src/context.ts";
import { ignoreGone } from "../../../src/discord/messenger.ts";
import { MisuseError, UserError } from "../../../src/errors.ts";
import { mayUse } from "../../../src/interactions/access.ts";
import { recordAudit } from "../../../src/interactions/audit.ts";
import { defineButton, outdatedComponentText } from "../../../src/interactions/components.ts";
import type { GuildContext } from "../../../src/interactions/handler-context.ts";
import { blockedText, classifySendFailure, isBlocked } from "../../../src/outbox/attempts.ts";
import {
  changeAndAnnounce,
  definePurpose,
  type Letter,
  type OutboxTools,
  type Outcome,
  say,
  sayStored,
  StoredReply,
} from "../../../src/outbox/queue.ts";
import type { OutboxEntry } from "../../../src/store/outbox.ts";
import { createButtonRow } from "../../../src/ui/buttons.ts";
import type { Reply, ReplyFile } from "../../../src/ui/reply.ts";
import { joinParts } from "../../../src/ui/lines.ts";
import type { TextField } from "../fields.ts";
import { defineRequestForm, type RequestId } from "./form.ts";
import type { Announce, Decision, Request } from "./store.ts";

/** How a member was told of the decision on their request; `later`: they will be. */
export type Told = "private" | "channel" | "nobody" | "later";

/** A request as its card shows it. */
export type Shown<R extends Request> = R & {
  /** `undefined` if nobody was to be told, or it isn't known any more. */
  readonly told?: Told | undefined;
  /** An import connected the member. */
  readonly byImport?: boolean;
};

/** What a member is told of the decision on their request. */
const News = z.object({
  inPrivate: z.string(),
  /** If private messages don't get through; everyone there can read it. */
  inChannel: z.string(),
  /** People who left, or lost their role, no longer learn of it. */
  isForStaff: z.boolean().optional(),
  /** An import connected them. */
  byImport: z.boolean().optional(),
});
export type News = z.output<typeof News>;

interface CardTools extends OutboxTools {
  /** Its pictures, where they are at hand. */
  readonly pictures?: readonly ReplyFile[];
}

type Asked = Pick<Request, "id" | "guildId" | "discordUserId">;
type Posted = Pick<Request, "id" | "guildId" | "cardChannelId" | "cardMessageId">;

/** `undefined` until the card is posted. */
export function buildCardLink({ guildId, cardChannelId, cardMessageId }: Posted): string | undefined {
  if (cardChannelId === undefined || cardMessageId === undefined) return undefined;
  return `https://discord.com/channels/${guildId}/${cardChannelId}/${cardMessageId}`;
}

/** A card that was posted. */
export interface PostedCard {
  readonly channelId: string;
  readonly messageId: string;
  /** As `drawCard` gave it. */
  readonly shown: unknown;
}

interface Requests<R extends Request> {
  find(id: string): Promise<R | undefined>;
  /** Of several callers only one succeeds; the others get `undefined`. */
  move(decision: Decision, announce?: Announce<R>): Promise<R | undefined>;
}

interface KindParts<R extends Request> {
  /** Begins the names of what it says by itself. */
  readonly name: string;
  /** Begins the keys of its cards. */
  readonly key: string;
  /** Of what is said about its decision. */
  readonly createNewsKey: (request: R) => string;
  readonly requests: (store: AppContext["store"]) => Requests<R>;
  /** The audit log's entries about a request: `prefix` begins their names. */
  readonly audit: {
    readonly prefix: string;
    readonly describe: (request: R) => { readonly target: string; readonly detail: unknown };
  };
  /** The managers' card, with buttons while there is something to decide. */
  readonly renderCard: (request: Shown<R>, ctx: AppContext) => Promise<Reply>;
  /** The card as it is posted, if it has more then. May be asked again. */
  readonly drawCard?: (
    request: R,
    tools: CardTools,
  ) => Promise<Pick<Letter & { readonly to: "channel" }, "message" | "shown" | "held">>;
  /** Stores where the card is, whatever became of the request meanwhile. */
  readonly setCard: (request: R, card: PostedCard, store: AppContext["store"]) => Promise<void>;
  /** Discord refuses the card. @returns whether the request waits for another channel, rather than being withdrawn */
  readonly waits?: (request: R, error: unknown, ctx: AppContext) => Promise<boolean>;
  readonly describeNews: (request: R, ctx: AppContext) => Promise<News>;
  readonly setTold: (request: R, how: Outcome["how"], ctx: AppContext) => Promise<void>;
  /** Its card can be redrawn at any time without losing how they were told. */
  readonly remembersTold: boolean;
  readonly ids: Readonly<Record<"decline" | "declineForm" | "withdraw", RequestId>>;
  /** For a member who withdrew one. */
  readonly createAskAgainButtons: (
    withdrawn: R,
    ctx: GuildContext,
  ) => Promise<readonly APIButtonComponentWithCustomId[]>;
  readonly declineField: Pick<TextField, "description" | "required" | "max">;
  readonly texts: {
    /** To whoever asks, if the card can't be posted. */
    readonly notPosted: (channelId: string, ctx: GuildContext) => string;
    /** Why there's nothing to decline. */
    readonly notOpen: (request: R) => string;
    readonly notTheirs: string;
    readonly notWithdrawn: (request: R) => string;
    readonly withdrawn: (request: R, ctx: GuildContext) => string;
    /** A member was forgotten, and cards still say what they said. @param links to them */
    readonly clearedLater: string;
    readonly notCleared: (links: string) => string;
  };
}

/** As many links as a receipt has room for. */
const maxLinks = 5;

function joinFirst(links: readonly string[]): string {
  const more = links.length - maxLinks;
  return joinParts([...links.slice(0, maxLinks), more > 0 && `and ${more} more`], " ");
}

/** Something that members ask and managers decide on a card. */
export function defineRequestKind<R extends Request>(parts: KindParts<R>) {
  const { name, requests, audit, renderCard, ids, texts } = parts;

  const news = definePurpose({
    name: `${name} decided`,
    payload: z.object({
      requestId: z.string(),
      // An approval can be taken back.
      state: z.string().optional(),
      decidedAt: z.number().optional(),
      ...News.partial().shape,
    }),
    async write({ requestId, state, decidedAt, ...stored }, { ctx }) {
      const request = await requests(ctx.store).find(requestId);
      if (request === undefined) return undefined;
      if (state !== undefined && (request.state !== state || (request.decidedAt ?? 0) !== decidedAt))
        return undefined;
      const { data } = News.safeParse(stored);
      const { inPrivate, inChannel, isForStaff } = data ?? (await parts.describeNews(request, ctx));
      const { guildId, discordUserId, channelId } = request;
      if (isForStaff === true && !(await mayUse("staff", guildId, discordUserId, ctx))) return undefined;
      const message = { content: `<@${discordUserId}> ${inChannel}`, pings: [discordUserId] };
      return {
        to: "person",
        discordUserId,
        inPrivate: { content: inPrivate },
        // The guild's id if they asked in private.
        ...(channelId !== guildId && { inPublic: { channelId, message } }),
      };
    },
    async end({ requestId, byImport = false }, { how }, { ctx, isAwaited }) {
      const request = await requests(ctx.store).find(requestId);
      if (request === undefined) return;
      await parts.setTold(request, how, ctx);
      if (!isAwaited) await refresh({ ...request, told: how, byImport }, ctx);
    },
  });

  /** @param isClaimed by this process, which tells the member at once */
  function createNews(request: R, now: number, isClaimed: boolean, stored?: News): OutboxEntry {
    const { id: requestId, guildId, discordUserId, state, decidedAt = 0 } = request;
    const payload = { requestId, state, decidedAt, ...stored };
    return news.createEntry(
      { key: parts.createNewsKey(request), guildId, discordUserId, payload },
      now,
      isClaimed,
    );
  }

  const card = definePurpose<{ readonly requestId: string; readonly channelId: string }, CardTools>({
    name: `${name} card`,
    payload: z.object({ requestId: z.string(), channelId: z.string() }),
    async write({ requestId, channelId }, tools) {
      const request = await requests(tools.ctx.store).find(requestId);
      // Its member was forgotten meanwhile.
      if (request === undefined) return { to: "channel", channelId, message: {}, isOver: true };
      const isOver = request.state !== "open";
      const drawn =
        isOver || parts.drawCard === undefined
          ? { message: await renderCard(request, tools.ctx) }
          : await parts.drawCard(request, tools);
      return { to: "channel", channelId, mayDouble: true, isOver, ...drawn };
    },
    async end({ requestId, channelId }, outcome, { ctx, isAwaited }) {
      const asked = await requests(ctx.store).find(requestId);
      if (outcome.how === "channel") {
        const { messageId, shown } = outcome;
        if (asked !== undefined) await parts.setCard(asked, { channelId, messageId, shown }, ctx.store);
        const request = await requests(ctx.store).find(requestId);
        // Its member was forgotten while it was on its way, and nobody else would find it.
        if (request === undefined) await ctx.messenger.delete(channelId, messageId);
        // It may have been decided meanwhile; whoever is approving it shows that.
        else if (request.state !== "open" && request.state !== "sending") await refresh(request, ctx);
        return;
      }
      if (asked === undefined) return;
      // Otherwise it may be there, or work later; managers see the request in their list, too.
      const isRefused = outcome.how === "nobody" && classifySendFailure(outcome.error)?.kind === "refused";
      if (isAwaited || !isRefused || asked.state !== "open") return;
      if ((await parts.waits?.(asked, outcome.error, ctx)) === true) return;
      await end(move(asked, "withdrawn", { decidedAt: ctx.now() }, ctx), { ctx, isAwaited: false });
    },
  });

  /** It names nobody, so that it outlasts its request: the card may be on its way while its member is forgotten. */
  function describeCard({ id: requestId, guildId }: Asked, channelId: string) {
    const key = `${parts.key} ${requestId} ${channelId}`;
    return { key, guildId, payload: { requestId, channelId } };
  }

  const cleared = definePurpose({
    name: `${name} card cleared`,
    payload: z.object({ channelId: z.string(), messageId: z.string(), blank: StoredReply.optional() }),
    async write({ channelId, messageId, blank }, { ctx: { messenger } }) {
      if (blank === undefined) await messenger.delete(channelId, messageId);
      else await ignoreGone(() => messenger.edit(channelId, messageId, blank));
      return undefined;
    },
  });

  /**
   * Takes away what the cards of deleted requests say, since their member was forgotten. Never rejects.
   * @param toBlank a request as its card stays; without it, cards are deleted
   * @returns what couldn't be done yet
   */
  async function clearCards<Gone extends Posted>(
    deleted: readonly Gone[],
    ctx: AppContext,
    toBlank?: (request: Gone) => R,
  ): Promise<string | false> {
    const clear = async (request: Gone): Promise<Outcome | undefined> => {
      const { id, guildId, cardChannelId: channelId, cardMessageId: messageId } = request;
      if (channelId === undefined || messageId === undefined) return { how: "nobody" };
      try {
        const blank = toBlank && (await renderCard(toBlank(request), ctx));
        const payload = { channelId, messageId, ...(blank && { blank }) };
        return await say(cleared, { key: `${parts.key} ${id} cleared`, guildId, payload }, ctx);
      } catch (error) {
        ctx.log.warn("the card of a request could not be cleared", { guildId, error });
        return { how: "nobody", error };
      }
    };
    const tried = await Promise.all(
      deleted.map(async (request) => ({ request, outcome: await clear(request) })),
    );
    const refused = tried.flatMap(({ request, outcome }) =>
      outcome?.how === "nobody" && outcome.error !== undefined ? (buildCardLink(request) ?? []) : [],
    );
    return (
      joinParts(
        [
          tried.some(({ outcome }) => outcome === undefined) && texts.clearedLater,
          refused.length > 0 && texts.notCleared(joinFirst(refused)),
        ],
        "\n",
      ) || false
    );
  }

  /**
   * Says at once what was stored with a new request.
   * @returns the card's id; `undefined` if it isn't there yet, as far as anyone knows: it comes by itself
   * @throws UserError if it can't be posted: the request is withdrawn then
   */
  async function post(
    request: Asked,
    channelId: string,
    message: OutboxEntry,
    tools: CardTools & { readonly ctx: GuildContext },
  ): Promise<string | undefined> {
    const { ctx } = tools;
    const outcome = await sayStored(message, card, { ...tools, isAwaited: true });
    if (outcome?.how === "channel") return outcome.messageId;
    // Without an error, the request was decided or withdrawn at the same moment.
    if (outcome?.how !== "nobody" || outcome.error === undefined) return undefined;
    await move(request, "withdrawn", byCaller(ctx), ctx)();
    const { error: cause } = outcome;
    const why = isBlocked(cause) ? `${blockedText} So nobody was asked.` : texts.notPosted(channelId, ctx);
    throw new UserError(why, { cause });
  }

  /** Redraws the card as the request is now. Never rejects: an outdated button is refused when it's pressed. */
  async function refresh(request: Shown<R>, ctx: AppContext): Promise<void> {
    const { guildId, cardChannelId, cardMessageId } = request;
    if (cardChannelId === undefined || cardMessageId === undefined) return;
    try {
      await ctx.messenger.edit(cardChannelId, cardMessageId, await renderCard(request, ctx));
    } catch (error) {
      ctx.log.info("couldn't update the card of a request", { guildId, error });
    }
  }

  /** The request behind a button. @throws UserError if it's too old, MisuseError if it isn't from here */
  async function requireRequest(requestId: string, { store, guildId }: GuildContext): Promise<R> {
    const request = await requests(store).find(requestId);
    if (request === undefined) throw new UserError(outdatedComponentText);
    if (request.guildId !== guildId) throw new MisuseError(outdatedComponentText);
    return request;
  }

  /** The same for who decides about it. @throws UserError if it's their own, too */
  async function requireOthers(requestId: string, ctx: GuildContext): Promise<R> {
    const request = await requireRequest(requestId, ctx);
    if (request.discordUserId !== ctx.invoker.discordUserId) return request;
    throw new UserError(
      "This is your own request, so another manager or an admin has to decide. Nothing was done.",
    );
  }

  /**
   * For a form, which can't show the card as it is now.
   * @param isSent whoever filled it in has to learn that it counts for nothing; then the card says so, too
   * @throws UserError if it's decided
   */
  async function requireOpen(requestId: string, ctx: GuildContext, isSent = false): Promise<R> {
    const request = await requireOthers(requestId, ctx);
    if (request.state === "open") return request;
    if (isSent && parts.remembersTold) await refresh(request, ctx);
    throw new UserError(`${texts.notOpen(request)} Nothing was done.`);
  }

  /** What moves an open request. */
  function move(
    { id, guildId }: Pick<Request, "id" | "guildId">,
    to: string,
    by: Partial<Decision>,
    { store }: Pick<AppContext, "store">,
  ): (announce?: Announce<R>) => Promise<R | undefined> {
    return (announce) => requests(store).move({ id, guildId, from: "open", to, ...by }, announce);
  }

  /**
   * Ends a request with its news in one transaction, records that and tells its member; what fails for now is tried again
   * by itself. Only one caller succeeds; the others get `undefined`.
   * @param change calls its argument in its transaction
   * @param tools with `isAwaited` if the caller shows the card as it is then; `stored` has the news instead of what they
   * are otherwise
   */
  async function end(
    change: (announce: Announce<R>) => Promise<R | undefined>,
    {
      ctx,
      isAwaited,
      record,
      stored,
    }: OutboxTools & {
      readonly isAwaited: boolean;
      readonly record?: (ended: R) => Promise<void>;
      readonly stored?: (ended: R) => News;
    },
  ): Promise<Shown<R> | undefined> {
    const ended = await changeAndAnnounce(change, (changed) =>
      createNews(changed, ctx.now(), true, stored?.(changed)),
    );
    if (ended === undefined) return undefined;
    const { changed, message } = ended;
    await record?.(changed);
    const outcome = await sayStored(message, news, { ctx, isAwaited });
    const { byImport = false } = stored?.(changed) ?? {};
    const told = { ...changed, told: outcome?.how ?? "later", byImport } as const;
    if (outcome === undefined && !isAwaited) await refresh(told, ctx);
    return told;
  }

  function recordAs(verb: string, ctx: GuildContext): (request: R) => Promise<void> {
    const action = `${audit.prefix}.${verb}`;
    return (request) => recordAudit({ action, outcome: "done", ...audit.describe(request) }, ctx);
  }

  return {
    purposes: [card, news, cleared] as const,
    news,
    createNews,
    createCard: (request: Asked, channelId: string, now: number, isClaimed: boolean): OutboxEntry =>
      card.createEntry(describeCard(request, channelId), now, isClaimed),
    post,
    /** Posts it once more, in another channel. */
    postAgain: (request: R, channelId: string, ctx: AppContext): Promise<Outcome | undefined> =>
      say(card, describeCard(request, channelId), ctx),
    refresh,
    clearCards,
    requireRequest,
    requireOthers,
    requireOpen,
    end,
    decide: (request: R, to: string, ctx: GuildContext) => move(request, to, byCaller(ctx), ctx),

    /** Nobody decided in time. */
    async expire(request: R, ctx: AppContext): Promise<void> {
      const { guildId, discordUserId } = request;
      const at = ctx.now();
      const recordExpiry = (expired: R): Promise<void> =>
        ctx.recordEntry({
          id: ctx.newId(),
          guildId,
          workspaceId: undefined,
          // Nobody acted, so the entry names the person whose request it is.
          discordUserId,
          action: `${audit.prefix}.expire`,
          outcome: "done",
          ...audit.describe(expired),
          reference: undefined,
          at,
        });
      const change = move(request, "expired", { decidedAt: at }, ctx);
      await end(change, { ctx, isAwaited: false, record: recordExpiry });
    },

    declineForm: defineRequestForm({
      buttonId: ids.decline,
      formId: ids.declineForm,
      needs: "guild",
      title: "Decline this request",
      field: { ...parts.declineField, id: "reason", label: "Reason", long: true },
      async open(requestId, ctx) {
        await requireOpen(requestId, ctx);
        return "";
      },
      async submit(requestId, typed, ctx) {
        const request = await requireOpen(requestId, ctx, true);
        const change = move(
          request,
          "declined",
          { ...byCaller(ctx), declineReason: typed || undefined },
          ctx,
        );
        // The reason is between the two of them, so it isn't in the audit log.
        const declined = await end(change, { ctx, isAwaited: true, record: recordAs("decline", ctx) });
        if (declined !== undefined) return renderCard(declined, ctx);
        await requireOpen(requestId, ctx, true);
        throw new UserError("This request changed at the same moment, so nothing was done. Try again.");
      },
    }),

    withdrawButton: defineButton({
      id: ids.withdraw,
      access: "staff",
      needs: "guild",
      ack: "update",
      async run({ requestId }, ctx) {
        const asked = await requireRequest(requestId, ctx);
        if (asked.discordUserId !== ctx.invoker.discordUserId) throw new MisuseError(texts.notTheirs);
        const withdrawn = await move(asked, "withdrawn", byCaller(ctx), ctx)();
        if (withdrawn === undefined)
          throw new UserError(texts.notWithdrawn(await requireRequest(requestId, ctx)));
        await recordAs("withdraw", ctx)(withdrawn);
        await refresh(withdrawn, ctx);
        return {
          content: texts.withdrawn(withdrawn, ctx),
          components: createButtonRow(...(await parts.createAskAgainButtons(withdrawn, ctx))),
        };
      },
    }),
  };
}

function byCaller({ invoker, now }: GuildContext) {
  return { decidedByDiscordUserId: invoker.discordUserId, decidedAt: now() };
}

/** How a member was told, for their card. */
export function describeTold(told: Told, { channelId }: Pick<Request, "channelId">): string {
  switch (told) {
    case "private":
      return "I told them in a private message.";
    case "channel":
      return `They don't accept private messages, so I told them in <#${channelId}>.`;
    case "later":
      return "⏳ Discord hasn't confirmed my message to them yet. I'll keep trying, and say here how they were told.";
    case "nobody":
      return "🟧 I couldn't reach them in private or in the channel where they asked. Please tell them yourself.";
    default:
      return told satisfies never;
  }
}
