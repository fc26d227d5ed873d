import { z } from "zod";
import { defineFeature } from "../../src/feature.ts";
import type { LinkedContext, WritableContext } from "../../src/interactions/handler-context.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { SessionServer } from "../../src/api/contract/sessions.ts";
import { ApiError } from "../../src/api/errors.ts";
import { findObjectIds, idKinds, isLink, readServiceId } from "../../src/domain/service-ids.ts";
import { hasUnknownOutcome, UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import { type Names, readNames } from "../../src/ui/people.ts";
import { text } from "../kit/options.ts";
import {
  type Attempt,
  describeLastTry,
  listServerPeople,
  renderServerPreview,
  renderServerReceipt,
} from "./render.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";

const sessionAudit = {
  "session.create-server": {
    label: "Create a session server",
    done: "Created a session server",
    say: () => ["created", "create", "a server for an event"],
    brief: () => "a session server",
  },
} as const satisfies AuditActions;

/** The kind of its drafts and audit entries. */
const createServerKind = "session.create-server";

/** Of an event's newest audit entries, how many are searched for an earlier server. */
const maxSearched = 50;
/** What its drafts and audit entries hold. */
const Payload = z.object({
  eventId: z.string(),
  /** When the last server that its preview knew of was asked for, in epoch milliseconds. */
  previousAt: z.number().optional(),
});

/** When someone here last created a server for this event, or may have. */
async function findPreviousAttempt(
  eventId: string,
  { store, guildId, workspaceId }: LinkedContext,
): Promise<Attempt | undefined> {
  const filter = { action: createServerKind, workspaceId, naming: eventId };
  const entries = await store.audit.list(guildId, filter, { limit: maxSearched });
  const last = entries.find(
    (entry) =>
      (entry.outcome === "done" || entry.outcome === "unknown") &&
      Payload.safeParse(entry.detail).data?.eventId === eventId,
  );
  return (
    last && {
      discordUserId: last.discordUserId,
      at: Temporal.Instant.fromEpochMilliseconds(last.at),
      isCertain: last.outcome === "done",
    }
  );
}

interface MadeServer {
  readonly server: SessionServer;
  readonly names: Names;
}

const createServerConfirmation = defineConfirmation<z.output<typeof Payload>, MadeServer, "write">({
  kind: createServerKind,
  access: "manager",
  needs: "write",
  payload: Payload,
  confirm: {
    label: "Create server",
    destructive: false,
    comesLast: ({ eventId }) => !idKinds.event.usual.test(eventId),
  },
  cancel: { label: "Not now", sentence: "No server was created. Nothing was sent." },
  unknownOutcomeText:
    "I asked the workspace for a server but got no clear answer, so I don't know whether it was created. Check the event in the workspace before you try again: that would create a second server.",
  async execute(asked, ctx) {
    const server = await createOnce(asked, ctx);
    // Names are optional: the server is created without them too.
    const names: Names = await readNames(listServerPeople(server), ctx).catch(() => new Map());
    return { server, names };
  },
  outcome: {
    target: ({ server }) => server._id,
    duplicateText: () => "This server was already created. Nothing was sent twice.",
  },
  receipt: ({ server, names }, _asked, ctx) => renderServerReceipt(server, renderContext(ctx, names)),
});

/**
 * Creates a server, unless someone has since the preview, or is doing so at this moment.
 * @throws UserError if so: then nothing was sent
 */
async function createOnce(
  { eventId, previousAt = 0 }: z.output<typeof Payload>,
  ctx: WritableContext,
): Promise<SessionServer> {
  const { idempotencyKeys } = ctx.store;
  const key = `session:${ctx.guildId}:${ctx.workspaceId}:${eventId}:${previousAt}`;
  // A preview that expired and was asked again may be older than any claim that is kept.
  const last = await findPreviousAttempt(eventId, ctx);
  const isOver = last !== undefined && last.at.epochMilliseconds !== previousAt;
  if (isOver || !(await idempotencyKeys.claim(key, ctx.now())))
    throw new UserError(
      isOver
        ? `${describeLastTry(last)}\nThat was after this preview, so no other one was created. To create another one, run ${ctx.commandMention("session create-server")} again.`
        : "A server for this event is being created at this moment, so nothing was sent. Press the button again in a few seconds.",
    );
  try {
    return await create(eventId, ctx);
  } catch (error) {
    if (!hasUnknownOutcome(error)) await idempotencyKeys.release(key);
    throw error;
  }
}

async function create(eventId: string, { api, workspaceId }: WritableContext): Promise<SessionServer> {
  try {
    return await api.createSessionServer({ params: { workspaceId, eventId } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure !== "not-found") throw error;
    throw new UserError(
      `The workspace has no event with the id ${inlineCode(eventId)}, so no server was created. Check the id, or paste a link to the event's page.`,
      { cause: error },
    );
  }
}

const createServer = defineSubcommand({
  name: "create-server",
  description: "Create a server for an event, with a preview before anything is sent",
  options: { event: text("The event: its id, or a link to its page").max(500).required() },
  access: "manager",
  needs: "write",
  ack: "ephemeral",
  operations: ["createSessionServer"],
  components: createServerConfirmation.components,
  async run({ options: { event: typed } }, ctx) {
    const eventId = readServiceId(typed, idKinds.event);
    if (eventId === undefined)
      throw new UserError(
        "`event` must be an event's id or a link to its page in the workspace. Nothing was sent.",
      );
    const otherIds = isLink(typed) ? findObjectIds(typed).filter((id) => id !== eventId) : [];
    const previous = await findPreviousAttempt(eventId, ctx);
    const preview = renderServerPreview({ eventId, otherIds, previous });
    return createServerConfirmation.prompt(
      { eventId, previousAt: previous?.at.epochMilliseconds },
      preview,
      ctx,
    );
  },
});

const session = defineCommandGroup({
  name: "session",
  description: "Manage the workspace's sessions",
  subcommands: [createServer],
});

export const sessionFeature = defineFeature({ commands: [session], audit: sessionAudit });
