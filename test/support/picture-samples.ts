import type { CalendarItem, CalendarPicture } from "../../commands/calendar/board/draw.ts";
import type { LeaderboardPicture } from "../../commands/team-board/leaderboard/draw.ts";
import type { DigestPicture } from "../../commands/digest/draw.ts";
import type { OrdersPicture } from "../../commands/order/board/draw.ts";
import type { ProfilePicture } from "../../commands/weeks/draw.ts";
import type { ReportPicture } from "../../commands/team-board/report/draw.ts";
import type { PersonProgress } from "../../commands/team-board/progress-rows.ts";
import type { StandingsPicture } from "../../commands/team-board/standings/draw.ts";
import type { TeamPicture } from "../../commands/team-board/draw.ts";

const person = (name: string, colour?: string) => ({ name, colour });
const wide = "W".repeat(80);
const zalgo = `Z${"\u0351\u0352\u0310\u0348\u0329".repeat(8)}a${"\u0334\u0323".repeat(12)}lgo`;
const rightToLeft = "محمد عبد الرحمن القاسم";
const hebrew = "נועה בן־דוד";
const emoji = "🌸✨ Nora ✨🌸 👩‍🍳";

const names = [
  "Kenji",
  "Nora",
  "Leo",
  "Zoë",
  "Elias",
  "Sofia",
  "Mia",
  "Theo",
  "Amara",
  "Marek",
  "Łukasz",
  "Ольга",
];

const team: TeamPicture = {
  kind: "team",
  counts: [
    { outcome: "behind", count: 2 },
    { outcome: "on-track", count: 6 },
    { outcome: "passed", count: 3 },
    { outcome: "excused", count: 1 },
  ],
  rows: names.map((name, index) => {
    const outcome = index < 2 ? "behind" : index < 8 ? "on-track" : index < 11 ? "passed" : "excused";
    const minutes = [26, 53, 70, 76, 84, 96, 101, 110, 120, 424, 392, 0][index] ?? 0;
    if (index === 2)
      return {
        person: person(name),
        outcome,
        share: 0.5,
        expected: 0.5,
        numbers: "5 of 10",
        goal: "Pies baked",
      };
    if (index === 3)
      return {
        person: person(name),
        outcome,
        share: 0.5,
        steps: 2,
        expected: 0.5,
        numbers: "1 of 2 hosted",
        goal: "",
      };
    return {
      person: person(name),
      outcome,
      share: minutes / 120,
      expected: 0.57,
      numbers: outcome === "excused" ? "" : `${minutes} of 120 min`,
      goal: "",
    };
  }),
};

const days = (items: Readonly<Record<number, readonly CalendarItem[]>>, today?: number) =>
  ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((weekday, index) => ({
    weekday,
    date: 23 + index,
    isToday: index === today,
    items: items[index] ?? [],
  }));

const calendar: CalendarPicture = {
  kind: "calendar",
  title: "23 to 29 November",
  zone: "London time",
  days: days(
    {
      0: [{ kind: "post", time: "09:00", label: "Calendar of the week" }],
      3: [
        { kind: "event", time: "19:00", label: "Barista training" },
        { kind: "session", time: "21:00", label: "Latte art" },
      ],
      5: [{ kind: "event", time: "19:00", label: "Lantern evening on the pier" }],
      6: [
        { kind: "post", time: "18:00", label: "Standings" },
        { kind: "due", time: "23:59", label: "4 assignments due" },
      ],
    },
    2,
  ),
};

const progress = (
  name: string,
  outcome: PersonProgress["outcome"],
  numbers: string,
  bar: Partial<PersonProgress> = {},
): PersonProgress => ({ person: person(name), outcome, numbers, share: 0, expected: 0, goal: "", ...bar });

const passedMinutes = [424, 392, 311, 240, 198, 170, 163, 141, 120];
const standings: StandingsPicture = {
  kind: "standings",
  title: "Week of 16 November",
  best: [
    { person: person("Mia"), numbers: "424 min" },
    { person: person("Theo"), numbers: "392 min" },
    { person: person("Amara"), numbers: "311 min" },
  ],
  counts: [
    { outcome: "failed", count: 2 },
    { outcome: "passed", count: 9 },
    { outcome: "excused", count: 1 },
  ],
  rows: [
    progress("Kenji", "failed", "1 of 2 hosted", { share: 0.5, steps: 2, goal: "4th fail in a row" }),
    progress("Nora", "failed", "53 of 120 min", { share: 53 / 120 }),
    ...["Mia", "Theo", "Amara", "Leo", "Zoë", "Elias", "Sofia", "Marek", "Łukasz"].map((name, index) => {
      const minutes = passedMinutes[index] ?? 0;
      return progress(name, "passed", "", { note: `${minutes} min` });
    }),
    progress("Ольга", "excused", ""),
  ],
};

const leaderboard: LeaderboardPicture = {
  kind: "leaderboard",
  title: "Most minutes, week of 23 November",
  total: 31,
  rows: [424, 392, 311, 280, 263, 240, 198, 170, 166, 120].map((value, index) => ({
    place: index + 1,
    person: person(names[index] ?? "Someone"),
    value,
    numbers: `${value} min`,
    isOwn: index === 3,
  })),
};

const weeks: ProfilePicture["weeks"] = [
  98,
  66,
  87,
  140,
  155,
  undefined,
  undefined,
  undefined,
  130,
  144,
  122,
  80,
].map((minutes, index) => ({
  label: `${((index * 7 + 7) % 30) + 1} ${index < 4 ? "Sep" : index < 8 ? "Oct" : "Nov"}`,
  minutes,
  outcome: index === 11 ? "so-far" : minutes === undefined ? "excused" : minutes < 90 ? "failed" : "passed",
}));

const profile: ProfilePicture = {
  kind: "profile",
  person: person("Nora", "#a61e4d"),
  summary: "1 h 20 min · 58 messages · 9 orders this week",
  zone: "Europe/Berlin",
  days: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((label, index) => ({
    label,
    minutes: [0, 0, 73, 0, 7][index],
  })),
  weeks,
  target: 120,
};

const reportWeeks = [6, 7, 5, 8, 7, 9, 8, 6, 9, 8, 7, 9].map((passed, index) => ({
  label: Temporal.PlainDate.from("2026-08-31")
    .add({ weeks: index })
    .toLocaleString("en-GB", { day: "numeric", month: "short" }),
  counts: {
    passed,
    failed: [3, 2, 4, 2, 4, 2, 3, 4, 1, 3, 4, 2][index] ?? 0,
    excused: [0, 1, 1, 0, 0, 1, 0, 0, 4, 0, 0, 1][index] ?? 0,
  },
}));

const report: ReportPicture = {
  kind: "report",
  title: "Week of 16 November",
  subtitle: "Harbour Café",
  numbers: [
    { value: "412", label: "orders", change: "was 409" },
    { value: "11 min", label: "to hand over", change: "was 13 min" },
    { value: "3", label: "new posts", change: "same as before" },
  ],
  trend: reportWeeks,
  days: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((label, index) => ({
    label,
    orders: [58, 49, 61, 66, 84, 72, 22][index] ?? 0,
  })),
  note: "",
};

const odd = [wide, rightToLeft, hebrew, zalgo, emoji, "山田太郎", "𝓝𝓸𝓻𝓪", "مرحبا Nora 123"];

/**
 * By the name of the golden picture: every kind in the states that could go wrong. Without open orders, connected
 * people, results or numbers, those boards say so in a sentence, so there is no empty picture of them.
 */
type Sample =
  | CalendarPicture
  | DigestPicture
  | LeaderboardPicture
  | OrdersPicture
  | ProfilePicture
  | ReportPicture
  | StandingsPicture
  | TeamPicture;

export const samples: Readonly<Record<string, Sample>> = {
  "calendar-many": calendar,
  "calendar-empty": { ...calendar, days: days({}) },
  "calendar-one": {
    ...calendar,
    days: days({ 6: [{ kind: "due", time: "23:59", label: "4 assignments due" }] }),
  },
  "calendar-today": {
    ...calendar,
    days: days({ 3: [{ kind: "event", time: "19:00", label: "Barista training" }] }, 3),
  },
  "calendar-odd": {
    ...calendar,
    title: `${wide} to 29 November`,
    days: days({
      1: odd.slice(0, 5).map((label) => ({ kind: "event" as const, time: "19:00", label })),
      4: [
        { kind: "session", label: rightToLeft },
        { kind: "due", label: "1 240 assignments due by Mon 00:59" },
      ],
      5: [{ kind: "event", time: "12:00 AM", label: zalgo }],
    }),
  },
  "team-many": team,
  "team-post": {
    ...team,
    expectedBy: "Wed 11:24",
    rows: team.rows.map((row, index) =>
      index === 3 ? { ...row, share: 0, expected: 0, numbers: "0 of 2 hosted" } : row,
    ),
  },
  "team-one": {
    ...team,
    counts: [{ outcome: "passed", count: 1 }],
    rows: team.rows.slice(9, 10),
  },
  "team-large": {
    ...team,
    counts: [
      { outcome: "behind", count: 7 },
      { outcome: "on-track", count: 15 },
      { outcome: "passed", count: 18 },
      { outcome: "excused", count: 8 },
    ],
    rows: Array.from({ length: 48 }, (_, index): TeamPicture["rows"][number] => ({
      person: person(`${names[index % 12]} ${index + 1}`),
      outcome: index < 7 ? "behind" : index < 22 ? "on-track" : index < 40 ? "passed" : "excused",
      share: Math.min(1, (14 + index * 8) / 120),
      expected: 0.57,
      numbers: `${14 + index * 8} of 120 min`,
      goal: "",
    })),
  },
  "team-odd": {
    ...team,
    counts: [{ outcome: "failed", count: odd.length }],
    rows: odd.map((name, index) => ({
      expected: 1,
      person: { name, username: "kitchen_hand", colour: ["fde047", "#000000", "nonsense", "ffffff"][index] },
      outcome: "failed" as const,
      share: index / 4,
      numbers: index === 0 ? "123 456 789 of 987 654 321 min" : "0 of 1",
      goal: index === 1 ? rightToLeft : wide,
    })),
  },
  "orders-many": {
    kind: "orders",
    at: "Thu 26 Nov, 14:20",
    total: 31,
    usual: { ms: 540_000, text: "Usually handed over in 9 min" },
    groups: (
      [
        ["stuck", "failed", 1, 1],
        ["late", "waiting", 2, 2],
        ["finding a colleague", "information", 1, 1],
        ["preparing", "information", 6, 27],
      ] as const
    ).map(([state, tone, drawn, count], group, all) => ({
      state,
      tone,
      count,
      orders: Array.from({ length: drawn }, (_, row) => {
        const index = all.slice(0, group).reduce((sum, [, , each]) => sum + each, row);
        return {
          number: `#${1_030 + index}`,
          items: ["Earl Grey", "2 × Cappuccino", "Cinnamon bun"].slice(index % 3),
          ageMs: (12 - index) * 200_000,
          age: `${40 - index * 3} min`,
        };
      }),
    })),
  },
  "orders-one": {
    kind: "orders",
    at: "Thu 26 Nov, 14:20",
    total: 1,
    usual: undefined,
    groups: [
      {
        state: "submitted",
        tone: "information",
        count: 1,
        orders: [{ number: "Order", items: [], ageMs: 0, age: "" }],
      },
    ],
  },
  "orders-odd": {
    kind: "orders",
    at: "Thu 26 Nov, 02:20 PM",
    total: 9_999,
    usual: { ms: 90_000_000, text: "Usually ready for pickup in 25 h" },
    groups: [wide, rightToLeft, "x"].map((item, index) => ({
      state: item,
      tone: "done" as const,
      count: 3_333,
      orders: [
        {
          number: `#${9_999_999 + index}`,
          items: [item, item],
          ageMs: index * 90_000_000,
          age: "3 d 12 h",
        },
      ],
    })),
  },
  "digest-many": {
    kind: "digest",
    title: "Harbour Café",
    when: "Thu 26 Nov, 09:00",
    tiles: [
      {
        heading: "Orders",
        value: "12",
        unit: "open",
        parts: [
          { label: "stuck", count: 2, tone: "failed" },
          { label: "ready", count: 3, tone: "waiting" },
          { label: "in progress", count: 7, tone: "information" },
        ],
      },
      {
        heading: "People",
        value: "2",
        unit: "behind",
        parts: [
          { label: "behind", count: 2, tone: "waiting" },
          { label: "on track", count: 6, tone: "information" },
          { label: "passed", count: 3, tone: "done" },
          { label: "excused", count: 1, tone: "over" },
        ],
      },
      {
        heading: "Since 25 Nov",
        value: "14",
        unit: "new orders",
        parts: [],
      },
    ],
  },
  "digest-one": {
    kind: "digest",
    title: "Harbour Café",
    when: "Thu 26 Nov, 09:00",
    tiles: [
      {
        heading: "People",
        value: "1",
        unit: "behind",
        parts: [{ label: "behind", count: 1, tone: "waiting" }],
      },
    ],
  },
  "digest-odd": {
    kind: "digest",
    title: wide,
    when: "Thu 26 Nov, 09:00",
    tiles: [
      {
        heading: wide,
        value: "123 456 789",
        unit: wide,
        parts: [{ label: wide, count: 123_456_789, tone: "failed" }],
      },
      { heading: rightToLeft, value: "0", unit: "open", parts: [] },
    ],
  },
  "standings-many": standings,
  "standings-one": {
    ...standings,
    best: [],
    counts: [{ outcome: "failed", count: 1 }],
    rows: [progress("Kenji", "failed", "26 of 120 min", { share: 26 / 120 })],
  },
  "standings-odd": {
    ...standings,
    title: wide,
    best: odd.slice(0, 3).map((name) => ({ person: person(name), numbers: "123 456 789 min" })),
    counts: [
      { outcome: "failed", count: odd.length },
      { outcome: "passed", count: 240_000 },
    ],
    rows: [
      ...odd.map((name) => progress(name, "failed", "0 of 3 456 789", { goal: name })),
      ...Array.from({ length: 240 }, (_, index) =>
        progress(odd[index % 8] ?? "", "passed", "", { note: "123 456 789 min" }),
      ),
    ],
  },
  "leaderboard-many": leaderboard,
  "leaderboard-scripts": {
    ...leaderboard,
    rows: [
      "Ольга Ёлкина",
      "Γιώργος Παπάς",
      "مُحَمَّد لا",
      "ज़िंदगी श्रीमती",
      "র‍্যাব ক্ষমা",
      "เกียรติศักดิ์ น้ำ",
      "陈伟 陳大文",
      "さくら 佐藤",
      "김민준 ㅋㅋ",
      "தமிழ்ச்செல்வி",
    ].map((name, index) => ({
      place: index + 1,
      person: { name, username: "user" },
      value: 10 - index,
      numbers: `${10 - index} min`,
      isOwn: false,
    })),
  },
  "leaderboard-one": {
    ...leaderboard,
    rows: leaderboard.rows.slice(0, 1).map((row) => ({ ...row, isOwn: true })),
    total: 1,
  },
  "leaderboard-empty": { ...leaderboard, rows: [], total: 0 },
  "leaderboard-odd": {
    ...leaderboard,
    title: wide,
    rows: odd.map((name, index) => ({
      place: index + 1,
      person: person(name),
      value: index === 0 ? 123_456_789 : 0,
      numbers: index === 0 ? "123 456 789 min" : "0 min",
      isOwn: false,
    })),
    own: { place: 1_027, person: person("Theo"), value: 12, numbers: "12 min", isOwn: true },
  },
  "profile-many": profile,
  "profile-gifts": {
    ...profile,
    weeks: [{ label: "24 Aug", minutes: 124, outcome: "passed" }, ...weeks],
    days: profile.days.map((day, index) => ({
      ...day,
      ...[undefined, { minutes: 45, gifted: 45 }, { minutes: 73, gifted: 30 }, { minutes: 20, gifted: 5 }][
        index
      ],
    })),
  },
  "profile-little": {
    ...profile,
    days: profile.days.map((day, index) => ({ ...day, minutes: [0, 4][index] })),
  },
  "profile-weeks": { ...profile, days: [] },
  "profile-behind": { ...profile, days: [], current: "behind" },
  "profile-passed": {
    ...profile,
    days: [],
    weeks: [...weeks.slice(0, -1), { label: "23 Nov", minutes: 148, outcome: "so-far" }],
    current: "passed",
  },
  "profile-other-goal": {
    ...profile,
    days: [],
    weeks: weeks.map((week, index) => (index === 9 ? { ...week, outcome: "failed-otherwise" } : week)),
    targetSince: 3,
  },
  "profile-odd": {
    ...profile,
    person: person(rightToLeft),
    summary: wide,
    weeks: weeks.slice(-1),
    target: undefined,
  },
  "report-many": report,
  "report-empty": {
    ...report,
    numbers: [{ value: "2", label: "new posts" }],
    trend: [],
    days: [],
    note: "",
  },
  "report-one": {
    ...report,
    numbers: [
      { value: "102", label: "orders" },
      { value: "9 min", label: "to hand over" },
    ],
    trend: reportWeeks.map(({ label }, index) => ({
      label,
      counts:
        index < 9 ? undefined : { passed: index === 11 ? 0 : 1, failed: index === 11 ? 1 : 0, excused: 0 },
    })),
    days: [],
    note: "From 3 of 12 weeks saved.",
  },
  "report-odd": {
    ...report,
    title: `Week of ${wide}`,
    subtitle: rightToLeft,
    numbers: [
      {
        value: "1 234 of 12 345",
        label: "new posts",
        change: wide,
      },
      {
        value: "123 456 789",
        label: "orders",
        change: "was 987 654 321",
      },
      { value: "1 240 h 59 min", label: "to hand over" },
    ],
    trend: reportWeeks.map(({ label, counts }, index) => ({
      label,
      counts: index === 3 ? undefined : { ...counts, passed: index * 2_000, failed: index === 11 ? 1 : 900 },
    })),
    days: report.days.map(({ label }, index) => ({ label, orders: index === 2 ? 12_345_678 : index })),
    note: "From 11 of 12 weeks saved.",
  },
};
