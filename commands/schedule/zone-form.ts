import { searchZones, readZone } from "../../src/domain/zones.ts";
import { defineForm } from "../../src/interactions/controls.ts";
import { inert } from "../../src/text/inert.ts";
import { askAdd, askZone } from "./ask-add.ts";
import { planDrafts } from "./typed-plan.ts";
import { zoneField, zoneFormId } from "./zone-button.ts";

const namedAtMost = 3;

/** A form has no suggestions, so a city will do when it fits one zone; the question shows which. */
export const zoneForm = defineForm({
  id: zoneFormId,
  access: "manager",
  needs: "link",
  ack: "update",
  async run({ draftId }, ctx, { fields }) {
    const typed = await planDrafts.find(draftId, ctx);
    const text = fields.getTextInputValue(zoneField).trim();
    const fitting = zonesNamed(text);
    const [only, ...others] = fitting;
    return only !== undefined && others.length === 0
      ? askAdd({ ...typed, zone: only }, ctx)
      : askZone(problemWith(text, fitting), typed, ctx);
  },
});

function zonesNamed(text: string): readonly string[] {
  if (text === "") return [];
  const exact = readZone(text);
  return exact === undefined ? searchZones(text, namedAtMost + 1) : [exact];
}

function problemWith(text: string, fitting: readonly string[]): string {
  const quoted = `“${inert(text, 60)}”`;
  if (fitting.length === 0)
    return `I know no zone called ${quoted}, so nothing was added. Type a large city near you, such as *Berlin* or *New York*.`;
  const named = fitting.slice(0, namedAtMost).map((zone) => `*${zone}*`);
  const more = fitting.length > named.length ? ", and more" : "";
  return `${quoted} fits more than one zone, so nothing was added: ${named.join(", ")}${more}. Type one of them, or another large city near you.`;
}
