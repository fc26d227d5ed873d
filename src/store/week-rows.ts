import { fromJson, type Row } from "./sql-values.ts";

/** One assignment as it was, or as the service marked it. */
export interface WeekAssignment {
  readonly name: string;
  readonly targetType: string;
  readonly target: number;
  readonly achieved: number;
  readonly passed: boolean;
  /** Excused: neither passed nor failed. */
  readonly timeoff: boolean;
}

/** One week of one person in one workspace. */
export interface Week {
  readonly guildId: string;
  readonly workspaceId: string;
  /** Of the service. */
  readonly userId: string;
  /**
   * The date of its first day. The service gives the reset either as the last moment of a day or the first of the
   * next.
   */
  readonly weekStart: string;
  /** Epoch milliseconds, like all moments here. */
  readonly endsAt: number;
  /** When the numbers were read. */
  readonly snapshotAt: number;
  /** `undefined` when it was never told. */
  readonly minutes: number | undefined;
  readonly messages: number | undefined;
  readonly orders: number | undefined;
  readonly assignments: readonly WeekAssignment[] | undefined;
  /** `taken` may still change; `final` was confirmed by the service, or waited for long enough. */
  readonly state: "provisional" | "final";
}

/** As the database has it. */
export type WeekRow = Row<Omit<Week, "assignments">> & { readonly assignments: string | null };

export function weekOf({ minutes, messages, orders, assignments, ...row }: WeekRow): Week {
  return {
    ...row,
    minutes: minutes ?? undefined,
    messages: messages ?? undefined,
    orders: orders ?? undefined,
    assignments: assignments === null ? undefined : assignmentsOf(assignments),
  };
}

function assignmentsOf(text: string): readonly WeekAssignment[] | undefined {
  const stored = fromJson(text);
  // Written by `toJson` of this table only; what is damaged is no list.
  return Array.isArray(stored) ? (stored as readonly WeekAssignment[]) : undefined;
}
