import { defineFeature } from "../../src/feature.ts";
import { rewardsAudit } from "./audit.ts";
import { rewardsSetting } from "./settings.ts";
import { rewards } from "./job.ts";

export const rewardsFeature = defineFeature({
  audit: rewardsAudit,
  settings: [rewardsSetting],
  jobs: [rewards],
});
