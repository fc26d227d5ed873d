import type { KnownOrderStatus } from "../../../src/api/contract/orders.ts";
import type { z } from "zod";
import type { Board, TaskboardTrigger } from "../../../src/api/contract/taskboard.ts";
import type { PictureSpec } from "../images/draw.ts";

/** How a staff member's weeks usually go. */
export type Habit = "eager" | "steady" | "wavering" | "away";

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly colour: string;
  readonly habit: Habit;
}

export interface PostDraft {
  readonly title: string;
  readonly category: string;
  readonly body: string;
  readonly type: "featured" | "small";
  readonly colour: string;
  readonly picture?: { readonly name: string; readonly motif: PictureSpec["motif"] };
}

export interface AssignmentKind {
  readonly name: string;
  readonly target: number;
  readonly target_type: string;
  readonly description?: string;
}

/** What a workspace's data is about: the people in it, and the words of its orders, posts and boards. */
export interface Business {
  readonly theme: string;
  readonly account: string;
  /** Four people at least. */
  readonly staff: readonly Person[];
  /** Players whom the service can name, but who do not work there. */
  readonly guests: readonly Person[];
  readonly game: {
    readonly id: string;
    readonly name: string;
    readonly picture: string;
    readonly url: string;
    readonly colour: string;
  };
  readonly menu: readonly [string, ...string[]];
  readonly orders: {
    readonly firstNumber: number;
    readonly over: number;
    /** How many are in each status now. */
    readonly present: Readonly<Record<KnownOrderStatus, number>>;
  };
  readonly assignments: readonly [AssignmentKind, ...AssignmentKind[]];
  /** An assignment of some people whose target was 0, so that it appears only in their past weeks. */
  readonly withoutTarget: Pick<AssignmentKind, "name" | "target_type">;
  /** Newest first. */
  readonly posts: readonly PostDraft[];
  readonly banComments: readonly {
    readonly body: string;
    readonly files: readonly string[];
    readonly videos: readonly string[];
  }[];
  readonly boards: readonly (Omit<z.input<typeof Board>, "id" | "background"> & {
    readonly background: { readonly color?: string; readonly brightness: string; readonly image?: string };
  })[];
  readonly triggers: readonly z.input<typeof TaskboardTrigger>[];
  readonly role: { readonly name: string; readonly permissions: readonly string[] };
  /** By file name; those of people and posts come on top. */
  readonly pictures: Readonly<Record<string, PictureSpec>>;
}

export function person(
  id: string,
  username: string,
  displayName: string,
  colour: string,
  habit: Habit,
): Person {
  return { id, username, displayName, colour, habit };
}
