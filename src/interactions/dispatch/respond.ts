import { type Interaction, PermissionFlagsBits } from "discord.js";
import type { AppContext } from "../../context.ts";
import { readOnlyText } from "../../error-text.ts";
import { MisuseError, ReplyFailedError, UserError, UnfixableError } from "../../errors.ts";
import { raceTimeout } from "../../time.ts";
import { type Modal, type RepliableInteraction, type Reply, toPayload } from "../../ui/reply.ts";
import { outdatedComponentText } from "../components.ts";
import { type Handler, formatHandlerName } from "../handler.ts";
import { explainError } from "./error-reply.ts";
import { withCommandMentions } from "../command-mentions.ts";
import {
  type Acknowledgement,
  createAcknowledgement,
  surelyWaitsMs,
  isFromMessage,
  editReply,
  type MessageAck,
  reply,
} from "./callbacks.ts";
import { withShareButton } from "../share-button.ts";
import {
  canUse,
  describeDenial,
  type MemberRights,
  canUseForOthers,
  resolveTier,
  describeOthersDenial,
} from "../access.ts";
import { assertOffered } from "../capabilities.ts";
import { isReload, findLinkKey, withContent } from "../custom-id.ts";
import {
  annotateModal,
  annotateReply,
  attachNotes,
  type TrackedApi,
  trackAge,
  withoutLoneTimes,
} from "./annotate.ts";
import type {
  AdmittedContext,
  GuildContext,
  LinkedContext,
  WritableContext,
  Invoker,
} from "../handler-context.ts";
import { resolveWorkspace, assertLinked } from "./workspace.ts";
import { finishModal, finishReply } from "../../ui/finish.ts";
import type { Account } from "../../store/accounts.ts";
import { parseDateStyle } from "../../ui/formats.ts";
import { findInstalledGuild, resolvePrivateGuild } from "./private-guild.ts";

/**
 * The person behind an interaction, according to Discord and the database at this moment.
 * @throws UserError if it comes from outside any guild and doesn't work there, or refers to no guild
 */
async function createGuildContext(
  reach: Pick<Handler<never>, "access" | "anywhere" | "findGuildId">,
  interaction: Interaction,
  ctx: AppContext & Pick<GuildContext, "timeliness">,
): Promise<GuildContext> {
  const installed = findInstalledGuild(interaction);
  const outside = installed === undefined ? await resolvePrivateGuild(reach, interaction, ctx) : undefined;
  const guildId = installed ?? outside?.guildId ?? "";
  const rights = outside?.rights ?? readMemberRights(interaction);
  const [roles, settings] = await Promise.all([
    ctx.store.accessRoles.list(guildId),
    ctx.store.guildSettings.all(guildId),
  ]);
  const memberTier = resolveTier(rights, roles);
  const discordUserId = interaction.user.id;
  const displayName = outside?.memberName ?? readDisplayName(interaction);
  const invoker: Invoker = { discordUserId, displayName, roleIds: rights.roleIds, ...memberTier };
  let account: Promise<Account | undefined> | undefined;
  const self = () => (account ??= ctx.store.accounts.ofMember(guildId, discordUserId));
  const isPrivate = outside !== undefined;
  return {
    ...ctx,
    guildId,
    isPrivate,
    channelId: isPrivate ? guildId : (interaction.channelId ?? guildId),
    parentChannelId: isPrivate ? undefined : ctx.threadOf(interaction.id)?.parentId,
    // The server's commands can't be clicked elsewhere.
    ...(isPrivate && { commandMention: (path: string) => `\`/${path}\`` }),
    chosen: (channelId) => ctx.chosenChannel(interaction.id, channelId),
    dateStyle: parseDateStyle(settings),
    invoker,
    self,
    async admitAbout(userId) {
      if (canUseForOthers(invoker)) return;
      if ((await self())?.userId !== userId) throw new UnfixableError(describeOthersDenial(invoker));
    },
  };
}

/** What Discord says about an interaction's member. */
function readMemberRights({ member, memberPermissions }: Interaction): MemberRights {
  const roles = member?.roles ?? [];
  return {
    roleIds: Array.isArray(roles) ? roles : [...roles.cache.keys()],
    hasManageServer: memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false,
  };
}

function readDisplayName({ member, user }: Interaction): string {
  const nickname = member === null ? null : "nick" in member ? member.nick : null;
  return nickname ?? user.displayName;
}

/** After the interaction arrived: a handler done by then replies in one call; a slower one shows "thinking" first. */
const deferAfterMs = 1_000;
const modalDeadlineMs = 2_500;

const unknownCommandText =
  "I don't know this command; I may be in the middle of an update. Nothing was done. Try again in a minute.";

export interface Arrival {
  readonly ctx: AppContext;
  /** The interaction's age when it arrived here, in milliseconds. */
  readonly ageMs: number;
  /** Since it arrived: taking it on may have waited for a slow database. */
  readonly elapsedMs: () => number;
  /** Where to find what was this command once. */
  readonly movedTo: string | undefined;
}

/** Runs a handler and shows its result, or why there is none. Never rejects. */
export async function handleInteraction<I extends RepliableInteraction>(
  handler: Handler<I> | undefined,
  interaction: I,
  arrival: Arrival,
): Promise<void> {
  const { ctx, movedTo } = arrival;
  try {
    // Another version of the bot created it.
    if (handler === undefined)
      throw new UserError(
        movedTo === undefined
          ? interaction.isCommand()
            ? unknownCommandText
            : outdatedComponentText
          : `This command has moved, so nothing was done. ${movedTo}`,
      );
    if (handler.ack === "update" && !isFromMessage(interaction)) throw new MisuseError(outdatedComponentText);
    const { ack } = handler;
    if (ack === "modal") await openModal(handler, interaction, arrival);
    else await sendReply(handler, ack === "modal-or-ephemeral" ? "ephemeral" : ack, interaction, arrival);
  } catch (error) {
    await explainError(error, handler?.ack === "update", interaction, ctx);
  }
}

async function openModal<I extends RepliableInteraction>(
  handler: Handler<I>,
  interaction: I,
  arrival: Arrival,
): Promise<void> {
  const { ctx, ageMs, elapsedMs } = arrival;
  const acknowledgement = createAcknowledgement(interaction, undefined, () => ageMs + elapsedMs(), ctx);
  const pending = run(handler, interaction, { ...ctx, timeliness: acknowledgement });
  const form = await raceSettled(pending, ctx.stretch(modalDeadlineMs) - elapsedMs());
  if (form === undefined) throw createModalTooLateError();
  const opened = await form();
  if (!isModal(opened)) throw new Error("a handler that opens a modal gave a message");
  await sendModal(interaction, opened, ctx);
}

async function sendReply<I extends RepliableInteraction>(
  handler: Handler<I>,
  ack: MessageAck,
  interaction: I,
  { ctx, ageMs, elapsedMs }: Arrival,
): Promise<void> {
  const acknowledgement = createAcknowledgement(interaction, ack, () => ageMs + elapsedMs(), ctx);
  await acknowledgement.ensureInTime();
  const pending = run(handler, interaction, { ...ctx, timeliness: acknowledgement });
  const deferAtMs = Math.min(ctx.stretch(deferAfterMs), ctx.stretch(surelyWaitsMs) - ageMs);
  const ready = await raceSettled(pending, deferAtMs - elapsedMs());
  // It may have been deferred before or meanwhile, to be sure that Discord still waits.
  if (ready !== undefined && !interaction.deferred) {
    const result = await ready();
    if (isModal(result)) await sendModal(interaction, result, ctx);
    else await reply(interaction, ack, createPayload(result, interaction, ctx)).catch(throwReplyFailed);
    return;
  }
  // Its failure is handled below; until then it must not count as unhandled.
  pending.catch(() => undefined);
  const isDeferred = await defer(acknowledgement, interaction, ctx);
  const result = await pending;
  if (isModal(result)) throw createModalTooLateError();
  const payload = createPayload(result, interaction, ctx);
  await (isDeferred ? editReply(interaction, payload) : reply(interaction, ack, payload)).catch(
    throwReplyFailed,
  );
}

/** @returns false if that failed: the handler continues, and Discord may still take its result */
async function defer(
  acknowledgement: Acknowledgement,
  interaction: RepliableInteraction,
  { log }: Pick<AppContext, "log">,
): Promise<boolean> {
  try {
    await acknowledgement.defer();
    return true;
  } catch (error) {
    log.warn("Discord didn't take the first reply", { handler: formatHandlerName(interaction), error });
    return false;
  }
}

/** Discord accepts a modal only as the first reply. */
function createModalTooLateError(): UserError {
  return new UserError("I couldn't open the form in time. Nothing was done. Try again.");
}

async function sendModal(
  interaction: RepliableInteraction,
  form: Modal,
  { finishText }: Pick<AppContext, "finishText">,
): Promise<void> {
  if (!("showModal" in interaction)) throw new Error("a form cannot open a form");
  const finished = finishModal(form, finishText);
  const customId = withContent(finished.custom_id, JSON.stringify(finished.components));
  await interaction.showModal({ ...finished, custom_id: customId });
}

function isModal(result: Reply | Modal): result is Modal {
  return "custom_id" in result;
}

function createPayload(result: Reply, interaction: RepliableInteraction, ctx: AppContext) {
  const { content } = result;
  const marked = content ? { ...result, content: withCommandMentions(interaction, content, ctx) } : result;
  const shareable = withShareButton(withoutLoneTimes(marked, ctx.now()), formatHandlerName(interaction), ctx);
  return toPayload(finishReply(shareable, ctx.finishText));
}

function throwReplyFailed(cause: unknown): never {
  throw new ReplyFailedError("an answer could not be shown", { cause });
}

/** A function returning the settled promise; `undefined` if it isn't settled within that time. */
function raceSettled<T>(pending: Promise<T>, withinMs: number): Promise<(() => Promise<T>) | undefined> {
  const box = () => () => pending;
  return raceTimeout(pending.then(box, box), Math.max(0, withinMs), () => undefined);
}

/** The context of a handler, once this person is allowed to run it here and now. */
export async function authorize(
  handler: Pick<Handler<never>, "access" | "needs" | "dependsOn" | "purpose" | "anywhere" | "findGuildId">,
  interaction: Interaction,
  ctx: AppContext & Pick<GuildContext, "timeliness">,
): Promise<AdmittedContext> {
  const { access, needs, purpose } = handler;
  const guildContext = await createGuildContext(handler, interaction, ctx);
  const { guildId } = guildContext;
  if (!canUse(access, guildContext.invoker)) {
    if (needs !== "guild") await assertLinked(guildId, ctx);
    throw new UserError(describeDenial(access, guildContext.invoker, purpose));
  }
  if (needs === "guild") return guildContext;
  const { channelId, parentChannelId } = guildContext;
  const place = { guildId, channelId, parentChannelId, linkKey: findLinkKeyIn(interaction) };
  const linked = await resolveWorkspace(place, ctx);
  const { link, workspaceName } = linked;
  try {
    assertOffered(handler, link, guildContext);
    if (needs === "write" && link.isReadOnly) throw new UserError(readOnlyText);
  } catch (error) {
    throw attachNotes(error, { link, workspaceName, read: undefined, now: ctx.now() });
  }
  return { ...guildContext, ...linked };
}

function findLinkKeyIn(interaction: Interaction): string | undefined {
  return interaction.isMessageComponent() || interaction.isModalSubmit()
    ? findLinkKey(interaction.customId)
    : undefined;
}

function throttleReload(
  interaction: Interaction,
  { reloadThrottle }: Pick<AppContext, "reloadThrottle">,
): boolean {
  if (!interaction.isMessageComponent() || !isReload(interaction.customId)) return false;
  return reloadThrottle.tryReload(interaction.user.id, interaction.message.id);
}

/** Authorizes, runs, and annotates the result with its workspace. */
async function run<I extends Interaction>(
  handler: Handler<I>,
  interaction: I,
  ctx: AppContext & Pick<GuildContext, "timeliness">,
): Promise<Reply | Modal> {
  const admitted = await authorize(handler, interaction, ctx);
  const asked = handler.access === "self-or-manager" ? requireAdmit(admitted) : undefined;
  if (!("api" in admitted)) {
    const result = await handler.run(interaction, asked?.ctx ?? admitted);
    asked?.check();
    return result;
  }
  const observed = trackAge(admitted.api, ctx, throttleReload(interaction, ctx));
  try {
    const linked: WritableContext = { ...admitted, ...asked?.ctx, api: observed.api };
    const result = await handler.run(interaction, linked);
    asked?.check();
    return annotateResult(result, admitted, observed);
  } catch (error) {
    const { link, workspaceName } = admitted;
    throw attachNotes(error, { link, workspaceName, read: undefined, now: ctx.now() });
  }
}

/** A handler about a person must name that person before its reply may be sent. */
function requireAdmit<C extends GuildContext>(ctx: C) {
  let asked = false;
  const admitAbout = (userId: string): Promise<void> => {
    asked = true;
    return ctx.admitAbout(userId);
  };
  return {
    ctx: { ...ctx, admitAbout },
    check() {
      if (!asked) throw new Error("a handler about a person did not say whom it is about");
    },
  };
}

function annotateResult(result: Reply | Modal, ctx: LinkedContext, observed: TrackedApi): Reply | Modal {
  const { link, workspaceName } = ctx;
  const leftOut = observed.leftOut();
  const notes = { link, workspaceName, read: observed.oldest(), leftOut, now: ctx.now() };
  return isModal(result) ? annotateModal(result, notes) : annotateReply(result, notes);
}
