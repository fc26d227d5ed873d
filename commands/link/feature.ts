import { defineCommandGroup } from "../../src/interactions/define.ts";
import { defineFeature } from "../../src/feature.ts";
import { linkAudit } from "./audit.ts";
import { checkKeys } from "./check-job.ts";
import { set } from "./set.ts";
import { status } from "./status.ts";

const link = defineCommandGroup({
  name: "link",
  description: "Link this server and its channels to workspaces",
  subcommands: [set, status],
});

export const linkFeature = defineFeature({ commands: [link], audit: linkAudit, jobs: [checkKeys] });
