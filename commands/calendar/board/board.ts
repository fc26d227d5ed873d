import { hasUnread } from "../../../src/api/contract/assignments.ts";
import {
  getLastMomentMs,
  getWeekStartMs,
  type GuildWeek,
  getGuildWeek,
  parseWeekSettings,
} from "../../../src/domain/week-boundaries.ts";
import { isTimeOff } from "../../weeks/index.ts";
import { hourMs, dayMs } from "../../../src/time.ts";
import { parseInstant } from "../../../src/ui/time.ts";
import {
  isAfterItsWeek,
  weekIsOver,
  choiceOption,
  pictureOption,
  switchOption,
  type BoardInput,
  defineBoard,
  kindNames,
} from "../../boards/index.ts";
import {
  type CalendarDue,
  renderCalendarBoard,
  formatCalendar,
  needsZone,
  describeEntries,
  describeWeekBefore,
  formatEntryLines,
  formatNewsLines,
  selectNews,
} from "./text.ts";
import { createCalendarPostButtons, createMyWeekButton } from "./buttons.ts";
import {
  type CalendarEntries,
  createDueEntry,
  listGoals,
  readCalendarEntries,
  readWeekBefore,
} from "./entries.ts";
import { createCalendarPicture } from "./picture.ts";
import { showsAllItems } from "./draw.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { ApiError, ContractError } from "../../../src/api/errors.ts";
import { findToday, listAskedDates, countWeeksBetween } from "../days.ts";
import { noAssignments } from "../ics.ts";
import { withNewResults, readTeam, type TeamMember } from "../../team-board/index.ts";
import type { Calendar } from "../../../src/api/contract/sessions.ts";
import type { AppContext } from "../../../src/context.ts";

const wholeWeek = 7;

interface Asked {
  readonly guildId: string;
  /** 0 is this week. */
  readonly week: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

interface AskedCalendar {
  readonly calendar: Calendar;
  /** The week as the server counts it; `undefined` if the service's response covers all seven days of it. */
  readonly ownWeek: GuildWeek | undefined;
}

/**
 * Reads the asked week. While the service's zone and the server's are in different weeks, the service counts from
 * another one.
 */
export async function readAskedWeek(
  asked: Asked,
  read: (week: number) => Promise<Calendar>,
  ctx: Pick<AppContext, "store">,
): Promise<AskedCalendar> {
  const calendar = await read(asked.week);
  const ownWeek = await readOwnWeek(calendar, asked, ctx);
  const away = ownWeek === undefined ? 0 : countWeeksBetween(calendar, ownWeek);
  if (ownWeek === undefined || Math.abs(away) !== 1) return { calendar, ownWeek };
  // A week ahead of the service's own may not be asked for everywhere: then that one is what there is.
  if (asked.week - away > 0 && asked.week <= 0 && calendar.advance_calendar !== true)
    return { calendar, ownWeek: await readOwnWeek(calendar, { ...asked, week: asked.week + away }, ctx) };
  const beside = await read(asked.week - away);
  return { calendar: countWeeksBetween(beside, ownWeek) === 0 ? beside : calendar, ownWeek };
}

/** The week as the server counts it; `undefined` if the service's response covers all seven days of it. */
async function readOwnWeek(
  { days }: Calendar,
  { guildId, week, now }: Asked,
  { store }: Pick<AppContext, "store">,
): Promise<GuildWeek | undefined> {
  if (days.length >= wholeWeek) return undefined;
  return getGuildWeek(parseWeekSettings(await store.guildSettings.all(guildId)), now, week);
}

type Span = Pick<GuildWeek, "startsAt" | "endsAt">;

/** From the first day of a response to the end of its last. */
function getSpan({ days }: Calendar): Span {
  const starts = days.flatMap(({ date }) => parseInstant(date)?.epochMilliseconds ?? []);
  return { startsAt: Math.min(...starts), endsAt: Math.max(...starts) + dayMs };
}

/** The service's week ends up to this much after the server's, whose zone may be ahead of the service's. */
const maxAheadMs = 14 * hourMs;
/** When clocks go back, the last day of a response is longer. */
const maxLongerMs = 2 * hourMs;

/** The week as a strip with dates: this one or the next. */
export const calendarBoard = defineBoard({
  name: "calendar",
  description: kindNames.calendar,
  dependsOn: "getCalendar",
  options: {
    week: choiceOption(
      "Which week",
      [
        { value: 0, name: "This week", chosen: "Shows this week" },
        { value: 1, name: "Next week", chosen: "Shows next week" },
      ],
      0,
    ),
    dues: switchOption({
      label: "With who still has something to do",
      on: "With who still has something to do",
    }),
    pictures: pictureOption,
  },
  async build(input) {
    const { boardData, options, maxLength, ctx, schedule, now } = input;
    const { week } = options;
    const { guildId, channelId } = schedule;
    const asked = { guildId, week, now };
    const { calendar, ownWeek } = await readAskedWeek(asked, (each) => boardData.calendar(each), ctx);
    if (calendar.days.length === 0) return { empty: "The workspace's calendar has no days for that week." };
    const span = ownWeek ?? getSpan(calendar);
    const present = await readOwnWeek(calendar, { ...asked, week: 0 }, ctx);
    if (isAfterItsWeek(input, present?.startsAt ?? (await readWeekStart(span, input)))) return weekIsOver;
    const at = Temporal.Instant.fromEpochMilliseconds(now);
    const inWeek = { dates: listAskedDates({ calendar, week, ownWeek }, at), zone: schedule.zone };
    const lateMs = ownWeek === undefined ? maxLongerMs : maxAheadMs;
    const dueIn = { startsAt: span.startsAt + lateMs, endsAt: span.endsAt + lateMs };
    const known = await readCalendarEntries(inWeek, input.link, { channelId }, ctx);
    const team = (): Promise<readonly TeamMember[]> => readTeam(input, boardData);
    const dues = options.dues ? listDuesIn(dueIn, await team()) : undefined;
    // After an outage, the week may have begun without the bot.
    const isNew = dues === undefined && week === 0 && !known.hasNumbers;
    const members = isNew ? await readUnlessFailed(team, input) : undefined;
    const found = withDues(known, members === undefined ? dues : listDuesIn(dueIn, members));
    const posts = (await readUnlessFailed(() => boardData.posts(), input)) ?? [];
    const news = selectNews(posts, inWeek, found, now);
    const context = input.renderContext();
    const before = await withNewResults(await readWeekBefore(inWeek, input.link, ctx), input);
    const weekBefore = describeWeekBefore(inWeek, before, context);
    const written = schedule.mode === "live" ? undefined : inWeek;
    const notes = [
      ...formatNewsLines(news, { ...context, zone: schedule.zone }),
      ...(isNew && members === undefined ? ["🔹 I couldn't read what is due."] : []),
    ];
    const [first] = inWeek.dates;
    const components = first === undefined ? [] : createCalendarPostButtons(first, input.link.linkKey);
    const picture =
      first === undefined
        ? undefined
        : createCalendarPicture({ ...inWeek, entries: found.entries, dateStyle: context.dateStyle });
    const render = (isDrawn: boolean): Reply => {
      const { lead, details } = formatCalendar(found, written, context, isDrawn);
      const today = findToday(calendar, schedule.zone, at);
      const shown = {
        calendar,
        week,
        ownWeek,
        today,
        isDrawn,
        ...(lead && { lead }),
        details,
        notes,
        weekBefore,
        zone: !isDrawn && written && needsZone(found) ? schedule.zone : undefined,
      };
      return { ...renderCalendarBoard({ ...shown, dues, maxLength, written }, context), components };
    };
    const ahead = { ...found, entries: found.entries.filter(({ at: startsAt }) => startsAt >= now) };
    return {
      message: render(false),
      beside: picture && showsAllItems(picture) ? render(true) : undefined,
      picture,
      summary: {
        heading: "Calendar",
        text: describeEntries(ahead) || describeEntries(found) || "nothing planned",
        isTextInLines: ahead.entries.length > 0,
        lines: formatEntryLines(ahead, inWeek, context),
        button: first === undefined ? undefined : createMyWeekButton(input.link.linkKey),
      },
      isUndated: true,
      contentKey: [
        calendar.days,
        found.entries.map(({ at: startsAt, label }) => [startsAt, label]),
        news.map(({ _id }) => _id),
        dues?.map((due) => ({ ...due, at: due.at.toString() })),
      ],
    };
  },
});

/** When the current week began. @param span the week that is shown */
async function readWeekStart(
  { startsAt }: Span,
  { ctx, link, options: { week } }: BoardInput<{ readonly week: 0 | 1 }>,
): Promise<number> {
  if (week === 0) return startsAt;
  const known = await ctx.store.weeks.known(link.guildId, link.workspaceId, 2);
  const ends = known.map(({ endsAt }) => endsAt);
  return getWeekStartMs(startsAt, ends);
}

/** The week is shown even without posts and what is due. */
async function readUnlessFailed<T>(
  read: () => Promise<readonly T[]>,
  { ctx, schedule }: BoardInput<unknown>,
): Promise<readonly T[] | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ContractError)) throw error;
    ctx.log.info("a calendar goes without part of it", { guildId: schedule.guildId, error });
    return undefined;
  }
}

/** Replaces saved numbers with what was just read for everyone. */
function withDues(found: CalendarEntries, dues: readonly CalendarDue[] | undefined): CalendarEntries {
  if (dues === undefined) return found;
  const fresh = dues.map(({ at, goals }) => createDueEntry(getLastMomentMs(at.epochMilliseconds), goals));
  const entries = [...found.entries.filter(({ kind }) => kind !== "due"), ...fresh];
  return { ...found, entries: entries.toSorted((a, b) => a.at - b.at) };
}

/** The goals that count and are due in that week, of people who aren't excused then. */
function listDuesIn({ startsAt, endsAt }: Span, team: readonly TeamMember[]): readonly CalendarDue[] {
  const dues = team.flatMap(({ account, assignments = noAssignments }) =>
    assignments.assigned
      .filter(({ active, target }) => active && target > 0)
      .flatMap(({ due, name, completed, target, target_type: targetType }) => {
        const atMs = parseInstant(due)?.epochMilliseconds;
        if (atMs === undefined || getLastMomentMs(atMs) < startsAt || getLastMomentMs(atMs) >= endsAt)
          return [];
        if (isTimeOff(assignments.history, getLastMomentMs(atMs))) return [];
        const isOpen = completed < target;
        // One that couldn't be read may be open, so the others don't make this person done.
        const isKnown = isOpen || !hasUnread(assignments);
        return [{ atMs, name, targetType, target, userId: account.userId, isOpen, isKnown }];
      }),
  );
  return [...Map.groupBy(dues, ({ atMs }) => atMs)]
    .toSorted(([a], [b]) => a - b)
    .map(([atMs, those]) => {
      const count = (selected: typeof those) => new Set(selected.map(({ userId }) => userId)).size;
      const people = count(those.filter(({ isKnown }) => isKnown));
      return {
        at: Temporal.Instant.fromEpochMilliseconds(atMs),
        goals: listGoals(those),
        people,
        left: count(those.filter(({ isOpen }) => isOpen)),
        isPartial: people < count(those),
      };
    });
}
