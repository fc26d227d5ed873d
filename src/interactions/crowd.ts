/** Keeps the interactions that are under way bounded, so that the flood of one guild slows no other. */
export interface Crowd {
  /** Lets one in; the function given back lets it out again. `undefined` when there are too many. */
  enter(guildId: string | null): (() => void) | undefined;
  /** How many of a guild are under way. */
  count(guildId: string | null): number;
}

/** Discord gives each 3 s to answer; what cannot be worked on in that time is better told so at once. */
export const crowdLimits = { perGuild: 60, inAll: 600 } as const;

export function createCrowd(limits: { readonly perGuild: number; readonly inAll: number }): Crowd {
  const underWayOf = new Map<string, number>();
  let inAll = 0;
  return {
    count: (guildId) => underWayOf.get(guildId ?? "") ?? 0,

    enter(guildId) {
      const key = guildId ?? "";
      const underWay = underWayOf.get(key) ?? 0;
      if (underWay >= limits.perGuild || inAll >= limits.inAll) return undefined;
      underWayOf.set(key, underWay + 1);
      inAll += 1;
      return () => {
        inAll -= 1;
        const left = (underWayOf.get(key) ?? 1) - 1;
        if (left === 0) underWayOf.delete(key);
        else underWayOf.set(key, left);
      };
    },
  };
}
