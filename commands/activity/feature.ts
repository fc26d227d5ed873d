import { defineFeature } from "../../src/feature.ts";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { giveActivity } from "./gift.ts";
import { view } from "./view.ts";
import type { AuditActions, Facts, SentenceNames } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";

const activityAudit = {
  "activity.gift": {
    label: "Gift activity",
    say: (is, _target, { person }) => ["gave", "give", describeGift(is, person)],
    brief: (is, _target, { person }) => describeGift(is, person, true),
  },
} as const satisfies AuditActions;

/** @param isBrief only the minutes, where there are any */
function describeGift(is: Facts, person: SentenceNames["person"], isBrief = false): string {
  const minutes = Number(is("minutes") ?? (is("unit") === undefined ? is("gift", "duration") : undefined));
  const messages = Number(is("gift", "messages_sent"));
  const what = joinParts(
    [
      minutes > 0 && `${formatNumber(minutes)} min`,
      messages > 0 && !(isBrief && minutes > 0) && pluralize(messages, "message"),
    ],
    " and ",
  );
  return `${person(is("userId"))} ${what || "activity"}`;
}

const activity: Command = defineCommandGroup({
  name: "activity",
  description: "See and gift time and messages in the game",
  subcommands: [view, giveActivity],
});

export const activityFeature = defineFeature({ commands: [activity], audit: activityAudit });
