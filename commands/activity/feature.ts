import { type DurationUnit, durationUnits, parseChosenUnit } from "./format.ts";
import { defineFeature } from "../../src/feature.ts";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { giveActivity } from "./gift.ts";
import { view } from "./view.ts";
import type { AuditActions, Facts, SentenceNames } from "../../src/interactions/audit-action.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { capitalize, joinParts } from "../../src/ui/lines.ts";
import { receipt } from "../../src/ui/receipt.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { formatBoldName } from "../kit/audit-words.ts";
import { defineListedSetting, formatSetting } from "../settings/index.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";

const activityAudit = {
  "activity.gift": {
    label: "Gift activity",
    done: "Gifted activity",
    say: (is, _target, { person }) => ["gave", "give", describeGift(is, person)],
    brief: (is, _target, { person }) => describeGift(is, person, true),
  },
  "settings.duration-unit": {
    label: "Choose the unit of visit lengths",
    done: "Chose the unit of visit lengths",
    say: (is) =>
      is("after") === workedOut
        ? ["chose", "choose", "to have the unit of visit lengths worked out"]
        : ["set", "set", `the unit of visit lengths to ${formatBoldName(is("after")) ?? "another one"}`],
    brief: (is) =>
      is("after") === workedOut
        ? "to have the unit of visit lengths worked out"
        : `the unit of visit lengths to ${formatBoldName(is("after")) ?? "another one"}`,
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

const workedOut = "worked-out";

const unitSetting = defineListedSetting({
  name: "duration-unit",
  label: "Unit of visit lengths",
  rank: 2.25,
  show(settings) {
    const chosen = parseChosenUnit(settings);
    return { lines: chosen === undefined ? [] : [formatSetting("Visit lengths", `read as ${chosen}`)] };
  },
  question: "In which unit does the workspace count visit lengths?",
  describe: (settings) => describeUnit(parseChosenUnit(settings)),
  choices: [
    { name: "Work it out", value: workedOut },
    ...durationUnits.map((unit) => ({ name: capitalize(unit), value: unit })),
  ],
  getPresent: (settings) => parseChosenUnit(settings) ?? workedOut,
  choose: chooseUnit,
});

/** What is so now. */
function describeUnit(chosen: DurationUnit | undefined): string {
  return chosen === undefined
    ? "I work the unit out from when visits began and ended. If they don't say, lengths have no unit, and gifts are sent in minutes."
    : `Visit lengths are read as **${chosen}**, and gifts are sent in ${chosen}.`;
}

async function chooseUnit(after: DurationUnit | typeof workedOut, ctx: GuildContext): Promise<Reply> {
  const { store, guildId } = ctx;
  const before = parseChosenUnit(await store.guildSettings.all(guildId)) ?? workedOut;
  const chosen = after === workedOut ? undefined : after;
  if (after === before) return { content: `${describeUnit(chosen)} Nothing was changed.` };
  if (chosen === undefined) await store.guildSettings.remove(guildId, "duration-unit");
  else await store.guildSettings.set(guildId, "duration-unit", chosen);
  await recordAudit({ action: "settings.duration-unit", outcome: "done", detail: { before, after } }, ctx);
  return receipt(
    { title: "Unit chosen", verb: "Changed", lines: [describeUnit(chosen)] },
    renderContext(ctx),
  );
}

const activity: Command = defineCommandGroup({
  name: "activity",
  description: "See and gift time and messages in the game",
  subcommands: [view, giveActivity],
});

export const activityFeature = defineFeature({
  commands: [activity],
  audit: activityAudit,
  settings: [unitSetting],
});
