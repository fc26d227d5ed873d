import { zonesNamed } from "../../src/domain/zones.ts";
import { defineForm } from "../../src/interactions/controls.ts";
import { zoneProblem } from "../shared/zone-option.ts";
import { askAdd, askZone } from "./ask-add.ts";
import { planDrafts } from "./typed-plan.ts";
import { zoneField, zoneFormId } from "./zone-button.ts";

/** A form has no suggestions, so a city will do when it fits one zone; the question shows which. */
export const zoneForm = defineForm({
  id: zoneFormId,
  access: "manager",
  needs: "link",
  ack: "update",
  async run({ draftId }, ctx, { fields }) {
    const typed = await planDrafts.find(draftId, ctx);
    const text = fields.getTextInputValue(zoneField).trim();
    const fitting = zonesNamed(text, 4);
    const [only, ...others] = fitting;
    return only !== undefined && others.length === 0
      ? askAdd({ ...typed, zone: only }, ctx)
      : askZone(zoneProblem(text, fitting, "nothing was added"), typed, ctx);
  },
});
