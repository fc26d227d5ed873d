import { answerInteraction } from "../answer-interaction.ts";
import { DiscordApiError } from "../api-error.ts";
import { isFields } from "../body-validator.ts";
import type { OpenInteraction } from "../pending-interaction.ts";
import { noBody } from "../request-body.ts";
import type { World } from "../state.ts";

/** Posts an interaction to the bot, and takes the response for its answer. */
export async function postInteraction(
  world: World,
  interaction: OpenInteraction,
  payload: unknown,
): Promise<void> {
  const { id, token } = interaction.facts;
  try {
    const response = await world.endpoints.post(payload);
    // The answer comes to the callback route.
    if (response.status === 202) return;
    if (!response.ok) throw new TypeError(`status ${response.status}`);
    const json: unknown = await response.json();
    const path = `/interactions/${id}/${token}/callback`;
    world.checkRequest?.({ method: "POST", path, query: {}, multipart: false, body: json });
    const fields = isFields(json) ? json : {};
    answerInteraction(world, id, token, { ...noBody, json, fields });
  } catch (error) {
    if (!isRefused(error)) throw error;
    interaction.settle({ kind: "failed", reason: "did-not-respond" });
  }
}

/** No response, or one that Discord doesn't take. */
function isRefused(error: unknown): boolean {
  if (error instanceof DiscordApiError || error instanceof TypeError) return true;
  return error instanceof Error && error.name === "TimeoutError";
}
