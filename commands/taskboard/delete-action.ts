import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { namesOf } from "../shared/people.ts";
import { suggestKnown } from "../shared/suggest-known.ts";
import { actionDeletion } from "./action-deletion.ts";
import { actionName } from "./action-name.ts";
import { readActions } from "./read-actions.ts";
import { renderActionQuestion } from "./render-actions.ts";

export const deleteAction = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("delete-action")
    .setDescription("Delete one of the task board's actions")
    .addStringOption((option) =>
      option
        .setName("action")
        .setDescription("The action: choose one by its triggers, or give its id")
        .setAutocomplete(true)
        .setRequired(true),
    ),
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardActions", "deleteTaskboardAction"],
  controls: actionDeletion.controls,
  suggest: {
    action: suggestKnown(
      "listTaskboardActions",
      ({ workspaceId }) => ({ params: { workspaceId } }),
      (actions) =>
        actions.map((action) => {
          const name = actionName(action);
          return { text: name, name, value: action._id };
        }),
    ),
  },
  async run(interaction, ctx) {
    const typed = interaction.options.getString("action", true);
    const actionId = readServiceId(typed, idKinds.action) ?? typed;
    const action = (await readActions(ctx)).find(({ _id }) => _id === actionId);
    if (action === undefined)
      throw new UserError(
        "The task board has no action by that id, so nothing was deleted. It may be gone already. Choose one of the suggestions, or see them all with `/taskboard actions`.",
      );
    const payload = { actionId: action._id, before: actionName(action) };
    const names = await namesOf([action.created_by], ctx);
    return actionDeletion.ask(payload, renderActionQuestion(action, names), ctx);
  },
});
