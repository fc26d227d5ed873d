import type { z } from "zod";
import type { ActivityEntry } from "../../src/api/contract/activity.ts";
import type { Assignment, AssignmentWeek } from "../../src/api/contract/assignments.ts";
import type { BanComment } from "../../src/api/contract/bans.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import type { Post } from "../../src/api/contract/posts.ts";
import type { SessionServer } from "../../src/api/contract/sessions.ts";
import type { Board, TaskboardAction } from "../../src/api/contract/taskboard.ts";
import type { User } from "../../src/api/contract/users.ts";
import type { Role } from "../../src/api/contract/workspace.ts";
import type { PictureSpec } from "./images/draw.ts";

/** As the service sends it: beside what the contract reads there are fields that nobody does. */
export type Sent<Schema extends z.ZodType> = z.input<Schema> & Readonly<Record<string, unknown>>;
export type WireOrder = Sent<typeof Order>;
export type WireUser = Sent<typeof User>;

/** From `atMs` on, the order has this status, and this preparer when one is named. */
export interface OrderStep {
  readonly atMs: number;
  readonly status: string;
  readonly prepared_by?: string;
}

export interface StoredOrder {
  readonly order: WireOrder;
  /** Oldest first. With none, the order stays as in `order`. */
  readonly steps: readonly OrderStep[];
}

interface StoredAssignments {
  readonly assigned: Sent<typeof Assignment>[];
  readonly history: Sent<typeof AssignmentWeek>[];
  /** The assignment whose `completed` is this week's minutes of activity, whatever `assigned` says. */
  readonly minutesAssignmentId?: string;
}

interface StoredServer {
  readonly eventId: string;
  readonly server: Sent<typeof SessionServer>;
}

/**
 * What the service knows. Tests may change it at will: it is read again for every response, in the form in which it is sent.
 * A text that begins with `/pictures/` is sent with the emulator's own address in front.
 */
export interface ServiceState {
  readonly workspace: { readonly id: string; name: string; theme: string };
  readonly users: Map<string, WireUser>;
  readonly orders: Map<string, StoredOrder>;
  /** By user id; people not in here aren't staff. */
  readonly assignments: Map<string, StoredAssignments>;
  /** By user id, newest first. */
  readonly activity: Map<string, Sent<typeof ActivityEntry>[]>;
  readonly eventIds: Set<string>;
  readonly sessionServers: StoredServer[];
  readonly posts: Map<string, Sent<typeof Post>>;
  /** By ban id. */
  readonly banComments: Map<string, Sent<typeof BanComment>[]>;
  readonly roles: Map<string, Sent<typeof Role>>;
  readonly taskboard: {
    readonly type: string;
    readonly account: { readonly id: string; readonly username: string };
    boardId: string | undefined;
    readonly boards: Map<string, Sent<typeof Board>>;
    /** By board id. */
    readonly positions: Map<string, number>;
    readonly actions: Map<string, Sent<typeof TaskboardAction>>;
  };
  /** By name, without the folder. */
  readonly pictures: Map<string, PictureSpec>;
}
