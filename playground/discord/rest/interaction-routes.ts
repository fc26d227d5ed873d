import { answerInteraction } from "../answer-interaction.ts";
import { unknownWebhook } from "../api-error.ts";
import { deleteAnswer, editAnswer, followUp, messageOf } from "../follow-up.ts";
import type { OpenInteraction } from "../pending-interaction.ts";
import type { World } from "../state.ts";
import { type Api, type ApiContext, nothing } from "./api-env.ts";

/** The bot's answers to interactions. Their tokens are the only key, so no bot token is asked for. */
export function interactionRoutes(api: Api, world: World): void {
  const interactionOf = (c: ApiContext): OpenInteraction => {
    if (c.req.param("application") !== world.directory.botId) throw unknownWebhook();
    return world.interactions.withToken(c.req.param("token") ?? "");
  };
  const one = "/webhooks/:application/:token/messages/:message";

  api.post("/interactions/:interaction/:token/callback", (c) => {
    const { interaction, token } = c.req.param();
    const response = answerInteraction(world, interaction, token, c.get("body"));
    return c.req.query("with_response") === "true" ? c.json(response) : nothing();
  });
  api.post("/webhooks/:application/:token", (c) =>
    c.json(followUp(world, interactionOf(c), c.get("body")).message),
  );
  api.get(one, (c) => c.json(messageOf(world, interactionOf(c), c.req.param("message")).message));
  api.patch(one, (c) => {
    const interaction = interactionOf(c);
    const { message } = messageOf(world, interaction, c.req.param("message"));
    return c.json(editAnswer(world, interaction, message.id, c.get("body")).message);
  });
  api.delete(one, (c) => {
    const interaction = interactionOf(c);
    deleteAnswer(world, interaction, messageOf(world, interaction, c.req.param("message")).message.id);
    return nothing();
  });
}
