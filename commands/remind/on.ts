import { defineSubcommand } from "../../src/interactions/define.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { integer } from "../kit/options.ts";
import { offButton } from "./off.ts";
import { renderReminderOn } from "./render-state.ts";
import { kindOption, turnOn, weekOf } from "./turn.ts";

/** A whole week. */
const maxHours = 168;
export const usualHours = 24;

export const on = defineSubcommand({
  name: "on",
  description: "Get a private message about your week, your assignments or your orders",
  options: {
    about: kindOption("What about (before your week resets by default)"),
    hours: integer("How many hours before the reset (24 by default)").min(1).max(maxHours),
  },
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: [],
  components: [offButton],
  async run({ options: { about = "week", hours = usualHours } }, ctx) {
    const reminder = await turnOn(about, hours, ctx);
    return renderReminderOn(reminder, await weekOf(reminder, ctx), renderContext(ctx));
  },
});
