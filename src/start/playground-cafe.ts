import type { App } from "../app.ts";
import { User } from "../api/contract/users.ts";
import type { AppContext } from "../context.ts";
import { foldNames } from "../domain/search.ts";
import { parseWeekSpan } from "../domain/week-boundaries.ts";
import { resolveWorkspace } from "../interactions/dispatch/workspace.ts";
import type { JobTools } from "../jobs/job.ts";
import { toLearnedPerson } from "../noted-people.ts";
import { getMessageHash } from "../../commands/boards/board.ts";
import { findKind } from "../../commands/schedule/kinds.ts";
import { buildBoard, drawBoard } from "../../commands/schedule/delivery/build-board.ts";
import { notPostedYet } from "../../commands/schedule/delivery/advance.ts";
import { findNextDue, type ScheduleRule } from "../../commands/boards/rule.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import type { FinalWeek, WeekAssignment } from "../../commands/weeks/store.ts";
import { hourMs, minuteMs } from "../time.ts";
import { weeks } from "../../commands/weeks/job.ts";
import { crewByUsername, guestsByUsername, playgroundIds } from "../../playground/discord/index.ts";
import type { Playground } from "../../playground/index.ts";
import { linkKey } from "./playground-setup.ts";

/** The café's time zone. */
const zone = "Europe/London";
const { guildId, ada, theo, orders, calendar, managers } = playgroundIds;

/** What guests wrote in #orders minutes ago, ready to be right-clicked. */
const wishes = [
  [96, "captain_olive", "2 flat whites and a cinnamon bun for Olive"],
  [41, "pixelpearl", "Hello! Can I get a hot chocolate and an almond croissant, please?"],
  [17, "bramble7", "one oat latte, 2 blueberry muffins"],
  [4, "sunny_dock", "3 lemonades and a cheese toastie for Sunny"],
] as const;

/**
 * Fills the playground's café as on a working day: everyone is connected, weeks are saved, and the bot's
 * posts are in their channels. Does nothing if anything is scheduled already.
 */
export async function openCafe(app: App, playground: Playground): Promise<void> {
  const { ctx } = app;
  if ((await ctx.store.schedules.count(guildId)) > 0) return;
  await ctx.store.guildSettings.set(guildId, "zone", zone);
  await connectCrew(ctx, playground);
  const posting: Posting = { playground, tools: createTools(app) };
  const now = ctx.now();
  // What is on screen first comes first.
  await post(planLiveBoard("orders", orders, now), now - 2 * hourMs, posting);
  for (const [minutesAgo, username, text] of wishes)
    await playground.backdate(now - minutesAgo * minuteMs, async () => {
      playground.discord.as(guestsByUsername.get(username) ?? "", orders).say(text);
    });
  // Before the calendar, which shows what is due and the results of the week before. The current week is saved, too, so
  // that the clock can be moved to the next one at once.
  await saveWeeks(ctx, playground);
  await weeks.run(posting.tools);
  const mondayAt = getLastMonday(now);
  await post(planOnMondays("calendar", calendar, now), mondayAt, posting);
  await post(planOnMondays("report", managers, now), mondayAt, posting);
  await post(planLiveBoard("team", managers, now), Math.max(now - 3 * hourMs, mondayAt), posting);
}

async function connectCrew(
  { store, now }: Pick<AppContext, "store" | "now">,
  { service }: Playground,
): Promise<void> {
  const users = [...service.state.users.values()];
  const at = { now: now(), staleBefore: 0 };
  const link = { guildId, linkKey };
  await store.people.note([{ link, userIds: users.map(({ id }) => id) }], at);
  const learned = users.map((user) => toLearnedPerson(user.id, User.parse(user)));
  await store.people.learn(link, learned, now());
  for (const { id: userId, username, display_name: displayName } of users) {
    const discordUserId = crewByUsername.get(username ?? "");
    // People already connected keep their Discord name.
    if (discordUserId === undefined || (await store.accounts.ofUser(guildId, userId)) !== undefined) continue;
    const memberName = displayName ?? "";
    const names = { displayName: memberName, username: username ?? undefined, memberName };
    const connection = { connectedByDiscordUserId: ada, connectedAt: now() };
    const account = { guildId, discordUserId, userId, ...names, avatarUrl: undefined, ...connection };
    await store.accounts.connect(account, foldNames(names));
  }
}

/** As the bot would have saved them at the time: the service's results and the numbers of each week. */
async function saveWeeks(
  { store, now }: Pick<AppContext, "store" | "now">,
  { service }: Playground,
): Promise<void> {
  const { workspaceId, state } = service;
  const final: FinalWeek[] = [];
  for (const [userId, { history }] of state.assignments) {
    const byStart = Map.groupBy(history, ({ week_start }) => week_start);
    for (const [start, marked] of byStart) {
      const span = parseWeekSpan(start, Date.parse(marked[0]?.week_end ?? ""));
      if (span === undefined) continue;
      const assignments = marked.map(toAssignment);
      const week = { guildId, workspaceId, userId, ...span, snapshotAt: Math.min(span.endsAt, now()) };
      const minutes = assignments.find(({ targetType }) => targetType === "minutes")?.achieved ?? 0;
      const counted = { minutes, messages: Math.round(minutes * 0.7), orders: Math.round(minutes / 11) };
      await store.weeks.snapshot({ ...week, ...counted, assignments });
      final.push({ ...week, assignments });
    }
  }
  await store.weeks.finalize(final);
}

type Marked = NonNullable<
  ReturnType<Playground["service"]["state"]["assignments"]["get"]>
>["history"][number];

function toAssignment({
  assignment_name,
  target_type,
  target,
  achieved,
  passed,
  timeoff,
}: Marked): WeekAssignment {
  const name = assignment_name;
  return { name, targetType: target_type, target, achieved, passed, timeoff: timeoff === true };
}

interface Posting {
  readonly playground: Playground;
  readonly tools: JobTools;
}

/** Posts a board as the bot does, and keeps its schedule. @param sentAt what its message says, in epoch milliseconds */
async function post(planned: Planned, sentAt: number, { playground, tools }: Posting): Promise<void> {
  const { ctx } = tools;
  const schedule: Schedule = { ...unposted, ...planned, id: ctx.newId() };
  const isLive = schedule.mode === "live";
  // A live board shows the present, a post the day it was made.
  const then = isLive ? tools : { ...tools, ctx: { ...ctx, now: () => sentAt } };
  const board = await buildBoard(schedule, then, isLive ? undefined : sentAt);
  if ("empty" in board) return;
  const message = await drawBoard(board, schedule, tools);
  const { messageId } = await playground.backdate(sentAt, () =>
    ctx.messenger.post(schedule.channelId, message),
  );
  if (schedule.pins) await ctx.messenger.pin(schedule.channelId, messageId);
  const shown = { messageId, messageHash: getMessageHash(board), lastAsOf: board.asOf };
  await ctx.store.schedules.create({ ...schedule, ...shown, lastRunAt: sentAt, lastOutcome: "sent" });
}

type Planned = Pick<
  Schedule,
  | "kind"
  | "channelId"
  | "mode"
  | "rule"
  | "pins"
  | "createdAt"
  | "nextDueAt"
  | "refreshEveryMs"
  | "nextRefreshAt"
>;

const unposted = {
  ...notPostedYet,
  guildId,
  linkKey,
  zone,
  options: {},
  mentionRoleId: undefined,
  replaces: false,
  publishes: false,
  makerDiscordUserId: theo,
} as const;

const mondays: ScheduleRule = { kind: "weekly", days: [1], time: "09:00" };
const daily: ScheduleRule = { kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], time: "00:00" };

function planOnMondays(kind: "calendar" | "report", channelId: string, now: number): Planned {
  const dueAfter = Math.max(now, getMondayAtNine(now));
  return {
    kind,
    channelId,
    mode: "new",
    rule: mondays,
    pins: false,
    createdAt: now,
    nextDueAt: findNextDue(mondays, zone, dueAfter),
    refreshEveryMs: undefined,
    nextRefreshAt: undefined,
  };
}

function planLiveBoard(kind: "team" | "orders", channelId: string, now: number): Planned {
  const refreshEveryMs = findKind(kind)?.refreshEveryMs ?? hourMs;
  const nextRefreshAt = now + refreshEveryMs;
  const nextDueAt = findNextDue(daily, zone, now);
  const live = { mode: "live", rule: daily, pins: true, createdAt: now } as const;
  return { ...live, kind, channelId, nextDueAt, refreshEveryMs, nextRefreshAt };
}

/** Monday at nine of the week that the service is in; before that, right now. */
function getLastMonday(now: number): number {
  return Math.min(now, getMondayAtNine(now));
}

function getMondayAtNine(now: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO("UTC").toPlainDate();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  return monday.toZonedDateTime({ timeZone: zone, plainTime: { hour: 9 } }).epochMilliseconds;
}

function createTools({ ctx, postRest }: App): JobTools {
  return {
    ctx,
    postRest,
    resolveWorkspace: (place) => resolveWorkspace(place, ctx),
    recover: async () => undefined,
    registration: { ensure: async () => undefined },
  };
}
