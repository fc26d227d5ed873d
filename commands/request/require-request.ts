import { MisuseError, UserError } from "../../src/errors.ts";
import { outdatedComponentText } from "../../src/interactions/components.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { TimeRequest } from "./store.ts";

/** The request behind a button. @throws UserError if it's too old, MisuseError if it isn't from here */
export async function requireRequest(
  requestId: string,
  { store, guildId }: GuildContext,
): Promise<TimeRequest> {
  const request = await store.timeRequests.find(requestId);
  if (request === undefined) throw new UserError(outdatedComponentText);
  if (request.guildId !== guildId) throw new MisuseError(outdatedComponentText);
  return request;
}

/** The same for who decides about it. @throws UserError if it's their own, too */
export async function requireOthersRequest(requestId: string, ctx: GuildContext): Promise<TimeRequest> {
  const request = await requireRequest(requestId, ctx);
  if (request.discordUserId !== ctx.invoker.discordUserId) return request;
  throw new UserError(
    "This is your own request, so another manager or an admin has to decide. Nothing was done.",
  );
}

/** A sentence about a request that isn't open. */
export function describeState({ state, decidedByDiscordUserId: by = "" }: TimeRequest): string {
  switch (state) {
    case "open":
      return "This request is still waiting for a manager.";
    case "sending":
      return `<@${by}> is approving this request right now.`;
    case "unknown":
      return "This request was approved, but I don't know whether the time counts.";
    case "approved":
      return `This request was already approved by <@${by}>.`;
    case "declined":
      return `This request was already declined by <@${by}>.`;
    case "withdrawn":
      return "This request was withdrawn.";
    case "expired":
      return "This request expired after seven days.";
    default:
      return state satisfies never;
  }
}
