import { z } from "zod";
import { fromJson, type Row, toJson, withNulls, withoutNulls } from "../../src/store/sql-values.ts";
import { newRequest, type Request } from "../kit/request/store.ts";

declare module "../../src/store/tables.ts" {
  interface Tables {
    readonly timeRequests: TimeRequestRow;
  }
}

/**
 * `open` waits for a manager; `sending`: an approval is in progress in its draft; `unknown`: the time may have been
 * given; the rest are final.
 */
export type TimeRequestState =
  "open" | "sending" | "unknown" | "approved" | "declined" | "withdrawn" | "expired";

/** Time that a member asks to have counted, for a manager to decide. */
export interface TimeRequest extends Request {
  /** The workspace it counts in. */
  readonly linkKey: string;
  /** The service user id the member was connected to then. */
  readonly userId: string;
  readonly minutes: number;
  /** For example `2026-11-18`. */
  readonly day: string;
  readonly reason: string;
  /** Their week at that time, if it could be read. */
  readonly week: RequestedWeek | undefined;
  /** How many pictures were attached as proof. */
  readonly pictures: number;
  /** The pictures' locations until they are posted with the card; if it is posted without them, they stay here. */
  readonly proof: readonly ProofPicture[];
  readonly state: TimeRequestState;
  /** The minutes a manager gave, which may differ from the request. */
  readonly approvedMinutes: number | undefined;
  readonly declineReason: string | undefined;
  /** The gift's draft. */
  readonly draftId: string | undefined;
  /** When the managers were reminded that it is still waiting. */
  readonly broughtUpAt: number | undefined;
  /** How the member was notified of the outcome; `later` is never stored. */
  readonly told: "private" | "channel" | "nobody" | "later" | undefined;
  /** When there is next something to do for it; also the end of the lease while someone does it. */
  readonly dueAt: number | undefined;
  /** How often that was attempted. */
  readonly attempts: number;
}

const RequestedWeek = z.object({
  minutes: z.number().optional(),
  /** The week's goals, one line each. */
  goals: z.array(z.string()).readonly(),
  /** The day belongs to a past week, in which no time can be given any more. */
  isOver: z.boolean().optional(),
  /** When the card began to say so, if it didn't from the start; epoch milliseconds. */
  isOverSince: z.number().optional(),
  /** When the day's week begins, if it hadn't when they asked: the service's may begin later than the guild's. */
  beginsAt: z.number().optional(),
});
export type RequestedWeek = z.output<typeof RequestedWeek>;

const Proof = z.array(z.object({ name: z.string(), url: z.string() }));
export type ProofPicture = z.output<typeof Proof>[number];

const filledInLater = {
  ...newRequest,
  approvedMinutes: undefined,
  declineReason: undefined,
  draftId: undefined,
  broughtUpAt: undefined,
  told: undefined,
  attempts: 0,
} as const;

/** The member's input. */
export type NewTimeRequest = Omit<TimeRequest, keyof typeof filledInLater>;

export type TimeRequestRow = Row<Omit<TimeRequest, "week" | "proof">> & {
  readonly week: string | null;
  readonly proof: string;
};

export function createRow({ week, proof, ...request }: NewTimeRequest): TimeRequestRow {
  const row = withNulls({ ...request, ...filledInLater });
  return { ...row, week: week === undefined ? null : toJson(week), proof: toJson(proof) };
}

export function toTimeRequest(row: TimeRequestRow): TimeRequest {
  return {
    ...withoutNulls(row),
    week: row.week === null ? undefined : RequestedWeek.safeParse(fromJson(row.week)).data,
    proof: Proof.safeParse(fromJson(row.proof)).data ?? [],
  };
}
