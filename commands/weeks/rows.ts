import { fromJson, type Row, withoutNulls } from "../../src/store/sql-values.ts";

declare module "../../src/store/tables.ts" {
  interface Tables {
    readonly weeks: WeekRow;
    readonly weekLooks: {
      readonly guildId: string;
      readonly linkKey: string;
      readonly dueAt: number;
      readonly lookedAt: number;
    };
  }
}

/** One assignment as last read, or as the service marked it. */
export interface WeekAssignment {
  readonly name: string;
  readonly targetType: string;
  readonly target: number;
  readonly achieved: number;
  readonly passed: boolean;
  /** Excused: neither passed nor failed. */
  readonly timeoff: boolean;
  /** When it is due, in epoch milliseconds, in a week that isn't over; an earlier version didn't store it. */
  readonly dueAt?: number | undefined;
}

/** One week of one person in one workspace. */
export interface Week {
  readonly guildId: string;
  readonly workspaceId: string;
  /** The service's user id. */
  readonly userId: string;
  /**
   * The date of the week's first day. The service gives the reset either as the last moment of a day or the first of
   * the next.
   */
  readonly weekStart: string;
  /** Epoch milliseconds, like all times here. */
  readonly endsAt: number;
  /** When the numbers were read. */
  readonly snapshotAt: number;
  /** `undefined` if the service never reported them. */
  readonly minutes: number | undefined;
  readonly messages: number | undefined;
  readonly orders: number | undefined;
  readonly assignments: readonly WeekAssignment[] | undefined;
  /** `provisional` may still change; `final` was confirmed by the service, or waited for long enough. */
  readonly state: "provisional" | "final";
}

/** The row as stored. */
export type WeekRow = Row<Omit<Week, "assignments">> & { readonly assignments: string | null };

export function toWeek({ assignments, ...row }: WeekRow): Week {
  return {
    ...withoutNulls(row),
    assignments: assignments === null ? undefined : parseAssignments(assignments),
  };
}

function parseAssignments(text: string): readonly WeekAssignment[] | undefined {
  const stored = fromJson(text);
  // Written only by this table's `toJson`; damaged text does not parse to a list.
  return Array.isArray(stored) ? (stored as readonly WeekAssignment[]) : undefined;
}
