import { z } from "zod";
import { WorkspaceSettings } from "../../src/api/contract/workspace.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { renderReceipt } from "./render-settings.ts";

/** The service never tells how the settings stand, so there is no `before`. */
const Payload = z.object({ after: WorkspaceSettings });

export const settingsConfirmation = defineConfirmation<
  z.output<typeof Payload>,
  { readonly workspaceId: string },
  "link"
>({
  kind: "workspace.settings",
  access: "admin",
  needs: "link",
  payload: Payload,
  confirm: { label: "Change settings", harmful: false },
  keep: { label: "Change nothing", sentence: "The settings stay as they are. Nothing was sent." },
  unknownSentence:
    "I sent the new settings but got no clear answer, so I cannot tell whether they count. Look at the workspace itself before you send them again.",
  async perform({ after: body }, { api, workspaceId }) {
    await api.updateWorkspace({ params: { workspaceId }, body });
    return { workspaceId };
  },
  outcome: {
    target: ({ workspaceId }) => workspaceId,
    alreadySentence: () => "These settings were already sent. Nothing was sent twice.",
  },
  receipt: ({ workspaceId }, { after }, { caller, now, link, commandMention }) =>
    renderReceipt(after, {
      workspaceId,
      nameHere: link.name,
      discordUserId: caller.discordUserId,
      at: Temporal.Instant.fromEpochMilliseconds(now()),
      renameMention: commandMention("link rename"),
    }),
});
