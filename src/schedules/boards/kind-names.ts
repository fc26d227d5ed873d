/** As shown in choices. */
export const kindNames = {
  calendar: "Calendar of the week",
  team: "Team board",
  standings: "Standings of the week",
  report: "Report of the week",
  leaderboard: "Leaderboard",
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
  orders: "Open orders",
  posts: "New posts",
  digest: "Digest",
};

export function describeKindBriefly(name: string): string {
  return Object.entries(shortKindNames).find(([kind]) => kind === name)?.[1] ?? name;
}

export function describeKind(name: string): string {
  return Object.entries(kindNames).find(([kind]) => kind === name)?.[1] ?? name;
}
