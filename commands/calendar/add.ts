import { defineButton } from "../../src/interactions/components.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { getWeekAt, parseWeekSettings } from "../../src/domain/week-boundaries.ts";
import { createSubscribeButtons } from "./address/panel.ts";
import { addToCalendarId } from "./board/buttons.ts";
import { readEventsInWeek } from "./board/events.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { describeWeek } from "../../src/ui/time.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { findDue, readOwnAssignments } from "./due.ts";
import { describeGoals, toIcs } from "./ics.ts";

export const addButton = defineButton({
  id: addToCalendarId,
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  run: ({ first }, ctx) => addWeek(Temporal.PlainDate.from(first), ctx),
});

async function addWeek(first: Temporal.PlainDate, ctx: LinkedContext): Promise<Reply> {
  const { guildId, workspaceId, link, store } = ctx;
  const nowMs = ctx.now();
  const counting = parseWeekSettings(await store.guildSettings.all(guildId));
  const { zone } = counting;
  const dates = [0, 1, 2, 3, 4, 5, 6].map((days) => first.add({ days }));
  const [found, own, saved, known] = await Promise.all([
    readEventsInWeek({ dates, zone }, guildId, ctx),
    ctx.self().then((account) => readOwnAssignments(account, ctx)),
    store.weeks.ofWeek(guildId, workspaceId, first.toString()),
    store.weeks.known(guildId, workspaceId, 2),
  ]);
  const present = getWeekAt(known, counting, nowMs).first;
  const dated = saved.filter(({ assignments = [] }) => assignments.length > 0);
  const savedEnds = dated.map(({ endsAt }) => endsAt);
  const { goals, listed, endsAt } = findDue(first, savedEnds, { zone, present, own, known });
  const events = found ?? [];
  const file = {
    guildId,
    workspaceId,
    workspaceName: link.name,
    weeks: [{ first, endsAt, description: describeGoals(goals) }],
    events,
  };
  const planned = events.filter(({ isCancelled }) => !isCancelled).length;
  const holds = joinParts(
    [
      `The ${describeWeek(first, renderContext(ctx))} for your calendar app: when it ends`,
      listed.length > 0 && `your ${pluralize(listed.length, "assignment")}`,
      planned > 0 && pluralize(planned, "Discord event"),
    ],
    ", ",
  );
  return {
    components: createButtonRow(...createSubscribeButtons(ctx)),
    content: joinParts(
      [
        `${holds}.`,
        found === undefined && "I couldn't read this server's Discord events, so they aren't in the file.",
        subtext("Open or import the file. Importing it again replaces the earlier one."),
      ],
      "\n",
    ),
    files: [
      {
        name: `week-${first.toString()}.ics`,
        data: Buffer.from(toIcs(file, { at: nowMs })),
        description: `${holds}.`,
      },
    ],
  };
}
