import { z } from "zod";

/** The roles a week earns in a guild; `linkKey` says in which workspace. */
export const RewardSetting = z.object({
  linkKey: z.string(),
  roles: z.object({
    passed: z.string().optional(),
    top: z.string().optional(),
    excused: z.string().optional(),
  }),
});

export type RewardSetting = z.output<typeof RewardSetting>;

/** From the guild's settings; `undefined` if rewards are off. */
export function readRewardSetting(stored: string | undefined): RewardSetting | undefined {
  if (stored === undefined) return undefined;
  try {
    return RewardSetting.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}
