import { defineFeature } from "../../src/feature.ts";
import { rewardsAudit } from "./audit.ts";
import { rewards } from "./job.ts";

export const rewardsFeature = defineFeature({ audit: rewardsAudit, jobs: [rewards] });
