import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { objectIdsIn } from "../../src/domain/object-ids.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { createServerConfirmation } from "./confirm-create.ts";
import { lastTryFor } from "./last-try.ts";
import { renderQuestion } from "./render-question.ts";

export const createServer = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("create-server")
    .setDescription("Make a server for an event; you see it first and confirm it")
    .addStringOption((option) =>
      option
        .setName("event")
        .setDescription("The event: its id, or the link to its page")
        .setMaxLength(500)
        .setRequired(true),
    ),
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["createSessionServer"],
  controls: createServerConfirmation.controls,
  async run({ options }, ctx) {
    const ids = objectIdsIn(options.getString("event", true));
    const eventId = ids.at(-1);
    if (eventId === undefined)
      throw new UserError(
        "`event` has to be the id of an event, 24 digits and letters from a to f, or the link to its page in the workspace. Nothing was sent.",
      );
    const facts = { eventId, otherIds: ids.slice(0, -1), lastTry: await lastTryFor(eventId, ctx) };
    return createServerConfirmation.ask({ eventId }, renderQuestion(facts), ctx);
  },
});
