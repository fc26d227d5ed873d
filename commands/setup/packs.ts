import { getDefaults } from "../schedule/kind-options.ts";
import { readKind, resolveSettings, type RuleInput } from "../schedule/input.ts";
import type { ScheduleSettings } from "../schedule/settings.ts";
import type { PackName } from "./ids.ts";

interface PackedPost {
  readonly kind: string;
  /** Empty for a live board. */
  readonly rule: RuleInput;
  /** Beyond the kind's own. */
  readonly options?: Readonly<Record<string, unknown>>;
}

interface Pack {
  readonly name: string;
  /** In a choice, at most 100 characters. */
  readonly description: string;
  readonly posts: readonly PackedPost[];
}

const mondayCalendar = { kind: "calendar", rule: { days: "Monday", time: "09:00" } } as const;

/** What a server may begin with. */
export const packs: Readonly<Record<PackName, Pack>> = {
  cafe: {
    name: "Café",
    description: "Monday calendar, live board of open orders, standings on Sunday",
    posts: [
      mondayCalendar,
      { kind: "orders", rule: {} },
      { kind: "standings", rule: { days: "Sunday", time: "18:00" } },
    ],
  },
  training: {
    name: "Training centre",
    description: "Monday calendar with what's due, live team board, digest on Friday",
    posts: [
      { ...mondayCalendar, options: { dues: true } },
      { kind: "team", rule: {} },
      {
        kind: "digest",
        rule: { days: "Friday", time: "16:00" },
        options: { kinds: ["standings", "posts"] },
      },
    ],
  },
};

/** The pack's posts as schedules of a channel, parsed like those that people type. @throws UserError as that */
export function listPlans(
  pack: PackName,
  channelId: string,
  { zone, now }: { readonly zone: string; readonly now: number },
): readonly ScheduleSettings[] {
  return packs[pack].posts.map(({ kind, rule, options }) =>
    resolveSettings(
      zone,
      {
        kind,
        channelId,
        rule,
        options: { ...getDefaults(readKind(kind)), ...options },
        replaces: false,
      },
      now,
    ),
  );
}
