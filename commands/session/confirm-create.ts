import { z } from "zod";
import type { SessionServer } from "../../src/api/contract/sessions.ts";
import { ApiError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { code } from "../../src/text/inert.ts";
import { type Names, namesOf } from "../shared/people.ts";
import { createServerKind } from "./last-try.ts";
import { renderReceipt } from "./render-receipt.ts";

const Payload = z.object({ eventId: z.string() });

interface MadeServer {
  readonly server: SessionServer;
  readonly names: Names;
}

export const createServerConfirmation = defineConfirmation<z.output<typeof Payload>, MadeServer, "link">({
  kind: createServerKind,
  access: "manager",
  needs: "link",
  payload: Payload,
  confirm: { label: "Create server", harmful: false },
  keep: { label: "Create nothing", sentence: "No server was made. Nothing was sent." },
  unknownSentence:
    "I asked the workspace for a server but got no clear answer, so I cannot tell whether it was made. Look at the event in the workspace before you try again: a second try would make a second server.",
  async perform({ eventId }, ctx) {
    const server = await create(eventId, ctx);
    // Names are a nicety: the server is made without them too.
    const names: Names = await namesOf(peopleOf(server), ctx).catch(() => new Map());
    return { server, names };
  },
  outcome: {
    target: ({ server }) => server._id,
    alreadySentence: () => "This server was already made. Nothing was sent twice.",
  },
  receipt: ({ server, names }, { eventId }, { caller, now }) =>
    renderReceipt(server, {
      eventId,
      names,
      discordUserId: caller.discordUserId,
      at: Temporal.Instant.fromEpochMilliseconds(now()),
    }),
});

async function create(eventId: string, { api, workspaceId }: LinkedContext): Promise<SessionServer> {
  try {
    return await api.createSessionServer({ params: { workspaceId, eventId } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure !== "not-found") throw error;
    throw new UserError(
      `The workspace knows no event by the id ${code(eventId)}, so no server was made. Check the id, or paste the link to the event's page.`,
      { cause: error },
    );
  }
}

function peopleOf({ created_by: maker, groups }: SessionServer): readonly (string | undefined)[] {
  const people = groups.flatMap(({ roles, attendees }) => [...roles, ...attendees]);
  return [maker, ...people.map(({ user_id: userId }) => userId)];
}
