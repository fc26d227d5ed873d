import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { idKinds, isLink, objectIdsIn, readServiceId } from "../../src/domain/service-ids.ts";
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
    const typed = options.getString("event", true);
    const eventId = readServiceId(typed, idKinds.event);
    if (eventId === undefined)
      throw new UserError(
        "`event` has to be the id of an event, or the link to its page in the workspace. Nothing was sent.",
      );
    const otherIds = isLink(typed) ? objectIdsIn(typed).filter((id) => id !== eventId) : [];
    const facts = { eventId, otherIds, lastTry: await lastTryFor(eventId, ctx) };
    return createServerConfirmation.ask({ eventId }, renderQuestion(facts), ctx);
  },
});
