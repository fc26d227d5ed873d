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

/** For one line on a phone, and in a sentence. */
const shorterNames: Readonly<
  Record<keyof typeof kindNames, { readonly brief: string; readonly said: string }>
> = {
  calendar: { brief: "Calendar", said: "the calendar" },
  team: { brief: "Team board", said: "the team board" },
  standings: { brief: "Standings", said: "the standings" },
  report: { brief: "Report", said: "the report" },
  leaderboard: { brief: "Leaderboard", said: "the leaderboard" },
  "on-now": { brief: "On now", said: "who's on now" },
  orders: { brief: "Open orders", said: "open orders" },
  posts: { brief: "New posts", said: "new posts" },
  digest: { brief: "Digest", said: "the digest" },
};

const isKnown = (name: string): name is keyof typeof kindNames => Object.hasOwn(kindNames, name);

/** `the calendar, the team board and open orders`. */
export function joinKinds(names: readonly string[]): string {
  return andList.format(names.map((name) => (isKnown(name) ? shorterNames[name].said : name)));
}

const andList = new Intl.ListFormat("en-GB", { type: "conjunction" });

export function describeKindBriefly(name: string): string {
  return isKnown(name) ? shorterNames[name].brief : name;
}

export function describeKind(name: string): string {
  return isKnown(name) ? kindNames[name] : name;
}
