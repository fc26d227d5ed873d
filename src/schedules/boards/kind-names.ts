/** As shown in choices. */
export const kindNames = {
  calendar: "Calendar of the week",
  team: "Team board",
  standings: "Standings of the week",
  report: "Report of the week",
  leaderboard: "Leaderboard",
  orders: "Open orders",
  posts: "New posts of the intranet",
  digest: "Digest of several kinds",
} as const;

export function describeKind(name: string): string {
  return Object.entries(kindNames).find(([kind]) => kind === name)?.[1] ?? name;
}
