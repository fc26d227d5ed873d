import { createCalendarAddresses } from "./address/store.ts";
import { z } from "zod";
import { subtext, joinParts } from "../../src/ui/lines.ts";
import { toStaleReason } from "../../src/api/errors.ts";
import type { Post } from "../../src/api/contract/posts.ts";
import type { Calendar } from "../../src/api/contract/sessions.ts";
import { isTransient } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { toReloadId, defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import { defineFeature } from "../../src/feature.ts";
import { dayMs } from "../../src/time.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { readAskedWeek } from "./board/board.ts";
import { findToday, listAskedDates, maxWeekOffset, renderCalendar, type CalendarView } from "./days.ts";
import { renderContext, type RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { drawInto } from "../../src/pictures/attach.ts";
import { getGuildWeek, parseWeekSettings, getWeekAt } from "../../src/domain/week-boundaries.ts";
import { createCalendarButtons, nextWeekId, addToCalendarId } from "./board/buttons.ts";
import {
  readCalendarEntries,
  readSavedWeek,
  readWeekBefore,
  type CalendarEntries,
  readEventsInWeek,
  selectFor,
} from "./board/entries.ts";
import { createCalendarPicture } from "./board/picture.ts";
import { showsAllItems } from "./board/draw.ts";
import {
  formatCalendar,
  needsZone,
  describeWeekBefore,
  formatNewsLines,
  selectNews,
  type WrittenWeek,
} from "./board/text.ts";
import { readPictureTheme } from "../boards/index.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import { readGuildZone } from "../kit/zone-option.ts";
import { type PartialResult, toPartial } from "../me/index.ts";
import { addressComponents, createSubscribeButtons } from "./address/panel.ts";
import { createCalendarRoutes } from "./address/route.ts";
import { toFormatsForOthers } from "../../src/ui/formats.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { describeWeek } from "../../src/ui/time.ts";
import { findDue, readOwnAssignments, describeGoals, toIcs } from "./ics.ts";

const addButton = defineButton({
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
    readEventsInWeek({ dates, zone }, guildId, ctx.invoker, ctx),
    ctx.self().then((account) => readOwnAssignments(account, ctx)),
    readSavedWeek({ dates }, ctx, ctx),
    store.weeks.known(guildId, workspaceId, 2),
  ]);
  const present = getWeekAt(known, counting, nowMs).first;
  const dated = saved.filter(({ assignments = [] }) => assignments.length > 0);
  const savedEnds = dated.map(({ endsAt }) => endsAt);
  const { goals, listed, isPartial, endsAt } = findDue(first, savedEnds, {
    zone,
    present,
    own,
    known,
    nowMs,
  });
  const events = found ?? [];
  const file = {
    guildId,
    workspaceId,
    workspaceName: link.name,
    weeks: [{ first, endsAt, description: describeGoals(goals, isPartial) }],
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
    components: createButtonRow(...(await createSubscribeButtons(ctx))),
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

const calendarAudit = {
  "calendar.subscribe": {
    label: "Make a calendar address",
    done: "Made a calendar address",
    say: (is) => [
      "made",
      "make",
      is("isReplaced") === "true"
        ? "a new calendar address in place of their earlier one"
        : "an address for their calendar",
    ],
  },
  "calendar.turn-off": {
    label: "Turn a calendar address off",
    done: "Turned a calendar address off",
    say: () => ["turned", "turn", "their calendar address off"],
  },
} as const satisfies AuditActions;

/** A week in a custom id. One beyond the last is the id of a disabled button. */
const WeekIndex = z.coerce
  .number()
  .int()
  .min(-maxWeekOffset - 1)
  .max(maxWeekOffset + 1);

const id = defineCustomId("calendar.week", { week: WeekIndex });

const weekButton = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "update",
  run: ({ week }, ctx) => showWeek(Math.min(maxWeekOffset, Math.max(-maxWeekOffset, week)), ctx),
});

/** Below a calendar in a channel, which stays as it is. */
const nextWeekButton = defineButton({
  id: nextWeekId,
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  async run({ first }, ctx) {
    const present = await readFirstDate(ctx);
    const { days } = present.until(Temporal.PlainDate.from(first), { largestUnit: "days" });
    return showWeek(Math.min(maxWeekOffset, Math.max(-maxWeekOffset, Math.round(days / 7) + 1)), ctx);
  },
});

/** Of this week, as the calendar counts weeks: the service's, whichever week the server's zone is in. */
async function readFirstDate(ctx: LinkedContext): Promise<Temporal.PlainDate> {
  const { guildId, store } = ctx;
  const asked = { guildId, week: 0, now: ctx.now() };
  const { calendar, ownWeek } = await readAskedWeek(asked, (each) => readCalendar(each, ctx), ctx);
  const now = Temporal.Instant.fromEpochMilliseconds(asked.now);
  const [first] = listAskedDates({ calendar, week: 0, ownWeek }, now);
  return first ?? getGuildWeek(parseWeekSettings(await store.guildSettings.all(guildId)), asked.now, 0).first;
}

const createCustomId = (week: number): string => id.encode({ week });

async function showWeek(week: number, ctx: LinkedContext): Promise<Reply> {
  const asked = { guildId: ctx.guildId, week, now: ctx.now() };
  const { calendar, ownWeek } = await readAskedWeek(asked, (each) => readCalendar(each, ctx), ctx);
  const reloadId = toReloadId(createCustomId(week));
  const render = renderContext(ctx);
  const zone = await readGuildZone(ctx);
  const inWeek = { dates: listAskedDates({ calendar, week, ownWeek }, render.now), zone: zone ?? "UTC" };
  const [found, posts, before] = await Promise.all([
    readCalendarEntries(inWeek, ctx.link, ctx.invoker, ctx),
    readPosts(ctx),
    readWeekBefore(inWeek, ctx.link, ctx),
  ]);
  const weekBefore = describeWeekBefore(inWeek, before, render);
  const today = findToday(calendar, zone, render.now);
  const written = zone === undefined ? undefined : { ...inWeek, today };
  // People were connected, and nobody's numbers of this week are saved yet.
  const isPending =
    week === 0 &&
    !found.hasNumbers &&
    (await ctx.store.accounts.list(ctx.guildId, { limit: 1, offset: 0 })).length > 0;
  const toShown = (entries: CalendarEntries) => ({
    calendar,
    week,
    ownWeek,
    today,
    found: entries,
    written,
    zone: needsZone(entries) ? zone : undefined,
    isPending,
    news: {
      posts: "reason" in posts.read ? [] : selectNews(posts.read.value, inWeek, entries, ctx.now()),
      zone: inWeek.zone,
      reason: "reason" in posts.read ? posts.read.reason : undefined,
    },
    weekBefore,
    reloadId,
  });
  const channelId = ctx.parentChannelId ?? ctx.channelId;
  const ofOthers = await selectFor({ channelId }, found, ctx.guildId, ctx);
  const shown = { ...toShown(found), forOthers: ofOthers === found ? undefined : toShown(ofOthers) };
  const answer = { ...renderWeek(shown, false, render), ...posts.failed };
  if (calendar.days.length === 0) return answer;
  const theme = inWeek.dates.length > 0 ? await readPictureTheme(ctx.guildId, ctx.store) : undefined;
  const picture = theme && {
    ...createCalendarPicture({
      ...inWeek,
      entries: found.entries,
      today,
      isPending,
      dateStyle: render.dateStyle,
    }),
    theme,
  };
  const beside =
    picture && showsAllItems(picture) ? { ...renderWeek(shown, true, render), ...posts.failed } : undefined;
  const [first] = inWeek.dates;
  const own =
    first === undefined
      ? []
      : createButtonRow(...createCalendarButtons(first), ...(await createSubscribeButtons(ctx)));
  return {
    ...(await drawInto({ message: answer, beside, picture }, ctx)),
    components: [...own, ...(answer.components ?? [])],
  };
}

interface WeekForAll extends Pick<
  CalendarView,
  "calendar" | "week" | "ownWeek" | "today" | "reloadId" | "zone"
> {
  readonly found: CalendarEntries;
  readonly written: WrittenWeek | undefined;
  readonly isPending: boolean;
  readonly news: {
    readonly posts: readonly Post[];
    readonly zone: string;
    /** Why there are none. */
    readonly reason: string | undefined;
  };
  readonly weekBefore: string | undefined;
}

interface ShownWeek extends WeekForAll {
  /** Set if there is something in it that others in the channel don't see. */
  readonly forOthers?: WeekForAll | undefined;
}

const pendingTexts = {
  me: "I haven't read yet what is due. Reload in a minute.",
  others: "What is due wasn't read yet.",
} as const;

/** @param isDrawn whether a picture shows its days */
function renderWeek(shown: ShownWeek, isDrawn: boolean, formats: RenderContext): Reply {
  const { found, written, isPending, news, forOthers, ...view } = shown;
  const { lead, details } = formatCalendar(found, written, formats, isDrawn);
  const notes = [
    ...(isPending ? [`🔹 ${pendingTexts[formats.audience]}`] : []),
    ...(news.reason === undefined ? [] : [`🔹 I can't show new posts: ${news.reason}.`]),
    ...formatNewsLines(news.posts, { ...formats, zone: news.zone }),
  ];
  return {
    ...renderCalendar(
      {
        ...view,
        zone: isDrawn ? undefined : view.zone,
        ...(lead !== undefined && { lead }),
        details,
        notes,
        createCustomId,
      },
      formats,
    ),
    share:
      forOthers === undefined
        ? { renderForOthers: () => renderWeek(shown, isDrawn, toFormatsForOthers(formats)) }
        : {
            renderForOthers: () => renderWeek(forOthers, false, toFormatsForOthers(formats)),
            hidesPart: true,
          },
  };
}

interface PostsRead {
  readonly read: PartialResult<readonly Post[]>;
  /** Where the service could not be asked. */
  readonly failed?: Pick<Reply, "failedRead">;
}

/** Without them the week is shown all the same. */
async function readPosts({ api, workspaceId, log, guildId, now }: LinkedContext): Promise<PostsRead> {
  const [settled] = await Promise.allSettled([api.listPosts({ params: { workspaceId } })]);
  const read = toPartial(settled);
  if (settled.status === "fulfilled") return { read };
  const error: unknown = settled.reason;
  log.info("a calendar goes without posts", { guildId, error });
  if (!isTransient(error)) return { read };
  return { read, failed: { failedRead: toStaleReason(error, now()) } };
}

const calendar = defineCommand({
  name: "calendar",
  description: "See the workspace's week at a glance",
  access: "staff",
  purpose: "see the calendar",
  needs: "link",
  ack: "ephemeral",
  // The last two are those of *My week* below it.
  dependsOn: ["getCalendar"],
  operations: ["getCalendar", "getAssignments", "listPosts", "getActivity", "searchOrders"],
  components: [weekButton, nextWeekButton, addButton, ...addressComponents],
  run: async (_asked, ctx) => showWeek(0, ctx),
});

/** Nobody uses an address that no app has asked for in so long; whoever found it shouldn't either. */
const addressTtlMs = 90 * dayMs;

export const calendarFeature = defineFeature({
  commands: [calendar],
  audit: calendarAudit,
  createStores: ({ db }) => ({ calendarAddresses: createCalendarAddresses(db) }),
  removals: [({ store, now }) => store.calendarAddresses.removeBefore(now() - addressTtlMs)],
  createRoutes: createCalendarRoutes,
});

/** @param week 0 is this week */
function readCalendar(week: number, { api, workspaceId }: LinkedContext): Promise<Calendar> {
  return api.getCalendar({ params: { workspaceId }, query: week === 0 ? {} : { week } });
}
