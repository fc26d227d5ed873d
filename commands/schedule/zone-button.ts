import { type APIButtonComponentWithCustomId, ComponentType, TextInputStyle } from "discord.js";
import { z } from "zod";
import { button } from "../../src/interactions/components.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { planDrafts } from "./typed-plan.ts";

const id = defineCustomId("schedule.zone", { draftId: z.string().min(1) });
export const zoneFormId = defineCustomId("schedule.zone.form", { draftId: z.string().min(1) });
export const zoneField = "zone";
const maxZoneLength = 60;

export function zoneButton(draftId: string): APIButtonComponentWithCustomId {
  return button({ customId: id.encode({ draftId }), label: "Choose zone", look: "main" });
}

/** Asks for the zone that a new schedule still lacks. */
export const zoneControl = defineButton({
  id,
  access: "manager",
  needs: "link",
  ack: "modal",
  async run({ draftId }, ctx) {
    await planDrafts.find(draftId, ctx);
    return {
      custom_id: zoneFormId.encode({ draftId }),
      title: "Whose clocks count?",
      components: [
        {
          type: ComponentType.Label,
          label: "Zone",
          description: "A large city whose clocks show the time that you mean",
          component: {
            type: ComponentType.TextInput,
            custom_id: zoneField,
            style: TextInputStyle.Short,
            placeholder: "Berlin",
            max_length: maxZoneLength,
            required: true,
          },
        },
      ],
    };
  },
});
