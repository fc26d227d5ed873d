/** As shown in choices. */
export const kindNames = {
  calendar: "Calendar of the week",
  team: "Team board",
  standings: "Standings of the week",
  report: "Report of the week",
  leaderboard: "Leaderboard",
  "on-now": "Who's on now",
  orders: "Open orders",
  posts: "New intranet posts",
  digest: "Digest",
} as const;

/** For one line on a phone. */
const shortKindNames: Readonly<Record<keyof typeof kindNames, string>> = {
  calendar: "Calendar",
  team: "Team board",
  standings: "Standings",
  report: "Report",
  leaderboard: "Leaderboard",
  "on-now": "On now",
  orders: "Open orders",
  posts: "New posts",
  digest: "Digest",
};

/** In a sentence. */
const kindPhrases: Readonly<Record<keyof typeof kindNames, string>> = {
  calendar: "the calendar",
  team: "the team board",
  standings: "the standings",
  report: "the report",
  leaderboard: "the leaderboard",
  "on-now": "who's on now",
  orders: "open orders",
  posts: "new posts",
  digest: "the digest",
};

/** `the calendar, the team board and open orders`. */
export function joinKinds(names: readonly string[]): string {
  const phrases = new Map(Object.entries(kindPhrases));
  return andList.format(names.map((name) => phrases.get(name) ?? name));
}

const andList = new Intl.ListFormat("en-GB", { type: "conjunction" });

export function describeKindBriefly(name: string): string {
  return Object.entries(shortKindNames).find(([kind]) => kind === name)?.[1] ?? name;
}

export function describeKind(name: string): string {
  return Object.entries(kindNames).find(([kind]) => kind === name)?.[1] ?? name;
}
