import type { OpenInteraction } from "../pending-interaction.ts";
import type { Outcome } from "../member-types.ts";
import type { World } from "../state.ts";
import { toSeenForm } from "./rendered-modal.ts";
import { toSeen } from "./rendered-message.ts";

/** Waits until the answer is final, and gives it as the person sees it. */
export async function outcomeOf(world: World, interaction: OpenInteraction): Promise<Outcome> {
  const answer = await interaction.answer;
  switch (answer.kind) {
    case "failed":
      return answer;
    case "form":
      return { kind: "form", form: toSeenForm({ opener: interaction, modal: answer.modal }) };
    case "choices":
      return { kind: "failed", reason: "did-not-respond" };
    case "message":
    case "updated": {
      const stored = world.messages.find(answer.messageId);
      if (stored === undefined) return { kind: "failed", reason: "answer-deleted" };
      return { kind: answer.kind, message: toSeen(stored, world.directory), deferred: answer.deferred };
    }
    default:
      return answer satisfies never;
  }
}
