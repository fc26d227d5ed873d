import { defineFeature } from "../../src/feature.ts";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { activityAudit } from "./audit.ts";
import { gift } from "./gift.ts";
import { view } from "./view.ts";

const activity: Command = defineCommandGroup({
  name: "activity",
  description: "See and gift time and messages in the game",
  subcommands: [view, gift],
});

export const activityFeature = defineFeature({ commands: [activity], audit: activityAudit });
