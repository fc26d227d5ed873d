import { rank } from "../../src/domain/lists.ts";
import { getMarkedOutcome, type OutcomeAssignment } from "../weeks/index.ts";

/** The achievements of a week that can earn a role. */
export const rewardReasons = ["passed", "top", "excused"] as const;
export type RewardReason = (typeof rewardReasons)[number];

/** The role for each achievement; omitted ones earn none. */
export type RewardRoles = Readonly<Partial<Record<RewardReason, string | undefined>>>;

interface RewardWeek {
  readonly userId: string;
  readonly endsAt: number;
  readonly snapshotAt: number;
  readonly minutes: number | undefined;
  readonly assignments: readonly OutcomeAssignment[] | undefined;
  readonly state: "provisional" | "final";
}

const topPlaces = 3;

/** Whether the workspace has marked everyone in a past week. */
export function isMarked(week: readonly RewardWeek[]): boolean {
  const isFinal = week.some(({ state }) => state === "final");
  return isFinal && week.every((each) => getMarkedOutcome(each) !== "unmarked");
}

/** Who earned which role, each role once; people with equal minutes share a place among the top three. */
export function listEarnedRoles(
  week: readonly RewardWeek[],
  roles: RewardRoles,
): readonly { readonly userId: string; readonly roleId: string; readonly reason: RewardReason }[] {
  const top = rank(week, ({ minutes }) => minutes)
    .filter(({ place }) => place <= topPlaces)
    .map(({ entry }) => entry);
  const earned: Readonly<Record<RewardReason, readonly RewardWeek[]>> = {
    passed: week.filter((each) => getMarkedOutcome(each) === "passed"),
    top,
    excused: week.filter((each) => getMarkedOutcome(each) === "excused"),
  };
  const all = rewardReasons.flatMap((reason) => {
    const roleId = roles[reason];
    return roleId === undefined ? [] : earned[reason].map(({ userId }) => ({ userId, roleId, reason }));
  });
  return [...Map.groupBy(all, ({ userId, roleId }) => `${userId} ${roleId}`).values()].flatMap((same) =>
    same.slice(0, 1),
  );
}
