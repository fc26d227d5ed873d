import { defineFeature } from "../../src/feature.ts";
import { rewards } from "./job.ts";

export const rewardsFeature = defineFeature({ jobs: [rewards] });
