import { z } from "zod";
import { renderContext } from "../../src/ui/render-context.ts";
import { ApiError } from "../../src/api/errors.ts";
import { checkAgainId } from "../../src/interactions/capabilities.ts";
import { minuteMs } from "../../src/time.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { UserError } from "../../src/errors.ts";
import { describeError } from "../../src/error-text.ts";
import { defineButton, defineSelect } from "../../src/interactions/components.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { resolveWorkspace } from "../../src/interactions/dispatch/workspace.ts";
import { createErrorReference } from "../../src/interactions/dispatch/error-reply.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { changeComponents } from "./change.ts";
import {
  linkIds,
  requireLink,
  Changes,
  createChangesButton,
  createLinksButton,
  renderLinkNote,
} from "./ids.ts";
import { removeComponents } from "./remove.ts";
import { describeKeyRights, type KeyRights, readKeyRights, rightReads } from "./key-rights.ts";
import { readGuildWorkspaces } from "./guild-workspaces.ts";
import type { Health } from "./render-parts.ts";
import { type LinkStatus, renderLinkCard, renderStatus } from "./render-status.ts";
import { findExpiryOfSealed, isForbidden, verifyKey } from "./verify-key.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import { formatBoldName, renderReadOnlyChanged, renderReadOnlyPreview } from "./render-change.ts";

const Payload = z.object({
  linkKey: z.string(),
  workspaceId: z.string(),
  workspace: z.string(),
  after: Changes,
});

const readOnlyConfirmation = defineConfirmation<z.output<typeof Payload>, null, "guild">({
  kind: "link.read-only",
  access: "admin",
  needs: "guild",
  payload: Payload,
  confirm: {
    label: ({ after }) => (after === "read-only" ? "Make read-only" : "Allow changes"),
    destructive: false,
  },
  cancel: {
    label: "Not now",
    sentence: "Nothing was changed.",
    reply: async () => renderLinkNote("Nothing was changed."),
  },
  unknownOutcomeText: "I don't know whether that was stored. Check `/link status` before you try again.",
  async execute({ linkKey, after }, ctx) {
    if (!(await ctx.store.guildLinks.setReadOnly(ctx.guildId, linkKey, after === "read-only")))
      throw new UserError("This link was removed in the meantime, so nothing was changed.");
    return null;
  },
  outcome: {
    target: (_result, { workspaceId }) => workspaceId,
    duplicateText: () => "This was already changed. Nothing was done twice.",
  },
  receipt: (_result, payload, ctx) => ({
    ...renderReadOnlyChanged(payload, renderContext(ctx)),
    components: createButtonRow(
      createChangesButton({ linkKey: payload.linkKey, isReadOnly: payload.after === "read-only" }),
      createLinksButton(),
    ),
  }),
});

const changesButton = defineButton({
  id: linkIds.changes,
  access: "admin",
  needs: "guild",
  ack: "update",
  async run({ linkKey, after }, ctx) {
    const link = requireLink(linkKey, await ctx.store.guildLinks.list(ctx.guildId), ctx);
    if (link.isReadOnly === (after === "read-only"))
      return renderLinkNote(
        `${formatBoldName(link)} is ${link.isReadOnly ? "already read-only" : "not read-only"}. Nothing was changed.`,
      );
    const { workspaceId, name: workspace } = link;
    const payload = { linkKey, workspaceId, workspace, after };
    return readOnlyConfirmation.prompt(payload, renderReadOnlyPreview(payload), ctx);
  },
});

const admins = { access: "admin", needs: "guild" } as const;

/** What was read within the last minute needs no further request, and all others' requests go first. */
const usualTrial = {
  timeoutMs: 5_000,
  priority: "background",
  maxAgeMs: minuteMs,
  staleOnError: false,
} as const;
/** For a button that tries again: as it is now. */
const freshTrial = { timeoutMs: 5_000, priority: "background", noCache: true, staleOnError: false } as const;

/** One link alone is shown as its card, several as a list that opens them. */
async function showLinks(ctx: GuildContext): Promise<Reply> {
  const [workspaces, roles] = await Promise.all([
    readGuildWorkspaces(ctx),
    ctx.store.accessRoles.list(ctx.guildId),
  ]);
  const statuses = await Promise.all(workspaces.links.map((link) => readStatus(link, ctx)));
  return renderStatus({ workspaces, statuses, roles }, renderContext(ctx));
}

async function showLink(linkKey: string, ctx: GuildContext, isPressed = false): Promise<Reply> {
  const [workspaces, roles] = await Promise.all([
    readGuildWorkspaces(ctx),
    ctx.store.accessRoles.list(ctx.guildId),
  ]);
  const only = await readStatus(requireLink(linkKey, workspaces.links, ctx), ctx, isPressed);
  return renderLinkCard(only, { workspaces, roles }, renderContext(ctx));
}

async function readStatus(link: GuildLink, ctx: GuildContext, isPressed = false): Promise<LinkStatus> {
  return {
    link,
    ...(await checkLink(link, ctx, isPressed)),
    keyEndsAt: findExpiryOfSealed(link, ctx),
    machines: await ctx.machines.list(ctx.guildId, link.linkKey),
  };
}

const listButton = defineButton({
  id: linkIds.list,
  ...admins,
  ack: "update",
  run: (_ids, ctx) => showLinks(ctx),
});

const openMenu = defineSelect({
  id: linkIds.open,
  ...admins,
  ack: "update",
  run: (_ids, ctx, { values: [linkKey = ""] }) => showLink(linkKey, ctx),
});

const showButton = defineButton({
  id: linkIds.show,
  ...admins,
  ack: "update",
  run: ({ linkKey }, ctx) => showLink(linkKey, ctx, true),
});

/**
 * What the stored key can read, by operation; tried with connected people where one is needed.
 * @param isPressed whether someone pressed a button that tries again
 */
export async function readRights(
  { linkKey }: GuildLink,
  ctx: GuildContext,
  isPressed = false,
): Promise<KeyRights> {
  const { guildId, channelId, store } = ctx;
  const { link, api } = await resolveWorkspace({ guildId, channelId, linkKey }, ctx);
  const people = await store.accounts.list(guildId, { limit: 2, offset: 0 });
  const self = await ctx.self();
  const userIds = [
    ...new Set([...(self === undefined ? [] : [self]), ...people].map(({ userId }) => userId)),
  ];
  return readKeyRights({ link, api, userIds, isPressed }, isPressed ? freshTrial : usualTrial, ctx);
}

/** Below what the workspace or its key was without. */
const checkAgainButton = defineButton({
  id: checkAgainId,
  access: "admin",
  needs: "link",
  ack: "update",
  async run(_ids, ctx) {
    const rights = await readRights(ctx.link, ctx, true);
    return {
      content: "",
      embeds: [createEmbed({ title: "What the key can do", description: describeKeyRights(rights) })],
    };
  },
});

export const status = defineSubcommand({
  name: "status",
  description: "See and change which workspaces this server is linked to, and test their keys",
  ...admins,
  purpose: "see the links",
  ack: "ephemeral",
  operations: rightReads,
  components: [
    listButton,
    openMenu,
    showButton,
    checkAgainButton,
    ...changeComponents,
    changesButton,
    ...readOnlyConfirmation.components,
    ...removeComponents,
  ],
  run: (_asked, ctx) => showLinks(ctx),
});

export interface LinkCheck {
  readonly health: Health;
  /** `undefined` if the key wasn't accepted, or nothing was answered. */
  readonly rights: KeyRights | undefined;
}

/** Tries the stored key, and if it's accepted, what it can read. */
export async function checkLink(link: GuildLink, ctx: GuildContext, isPressed = false): Promise<LinkCheck> {
  const health = await checkHealth(link, ctx);
  if (health.state !== "works" && health.state !== "limited") return { health, rights: undefined };
  const rights = await readRights(link, ctx, isPressed);
  // What was just tried counts as well.
  return { health: { ...health, usage: ctx.service.usage(link.workspaceId) }, rights };
}

const unknownHere =
  "The workspace service says it has no workspace with this id. It may be having trouble, so test the key again in a few minutes. If the workspace was deleted, remove the link with *Remove…*, or add another one with `/link set`.";

/** Tries the stored key against the service. */
async function checkHealth({ linkKey }: GuildLink, ctx: GuildContext): Promise<Health> {
  const { guildId, channelId } = ctx;
  try {
    const { api, workspaceId } = await resolveWorkspace({ guildId, channelId, linkKey }, ctx);
    const { durationMs, problem } = await verifyKey(api, workspaceId, ctx.now);
    if (problem === undefined) return { state: "works", durationMs };
    if (isForbidden(problem)) return { state: "limited", durationMs };
    const outage = ctx.service.status(workspaceId, "getCalendar");
    // With the circuit breaker open nothing was sent, so nothing was learned about this key.
    if (outage.state !== "closed") return { state: "outage", outage, now: ctx.now() };
    if (problem instanceof ApiError && problem.failure === "not-found")
      return { state: "broken", text: unknownHere, isRefused: true };
    const reference = createErrorReference(ctx);
    const { text, level } = describeError(problem, { reference });
    ctx.log[level]("a link was tested and doesn't work", { reference, guildId, linkKey, error: problem });
    const isRefused = problem instanceof ApiError && problem.failure === "unauthorized";
    return { state: "broken", text, isRefused };
  } catch (error) {
    if (error instanceof UserError) return { state: "broken", text: error.message, isRefused: false };
    throw error;
  }
}
