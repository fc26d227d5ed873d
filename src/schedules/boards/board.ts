import { createHash } from "node:crypto";
import type { WorkspaceApi } from "../../api/client.ts";
import type { AppContext } from "../../context.ts";
import type { Picture } from "../../pictures/picture.ts";
import type { Reply } from "../../ui/reply.ts";
import type { GuildLink } from "../../store/guild-links.ts";
import type { Schedule } from "../../store/schedules.ts";
import type { Staleness } from "./as-of-line.ts";

/** All that a board is made from. */
export interface BoardRequest {
  readonly ctx: AppContext;
  readonly schedule: Pick<
    Schedule,
    "id" | "guildId" | "linkKey" | "options" | "zone" | "lastRunAt" | "refreshEveryMs"
  > &
    Partial<Pick<Schedule, "mode" | "nextDueAt" | "lastAsOf">>;
  readonly link: GuildLink;
  readonly api: WorkspaceApi;
  /** Epoch milliseconds: the board shows the world as of then. */
  readonly now: number;
  /** When the post was due, in epoch milliseconds; left out where a message is only kept up to date. */
  readonly dueAt?: number | undefined;
  /** When the message is looked at again after the service could not be asked since `asOf`; left out, as usual. */
  readonly nextTryAt?: (staleness: Staleness, asOf: number) => number;
}

export type Board =
  | {
      readonly message: Reply;
      /** To be drawn below its text where pictures are wanted. */
      readonly picture: Picture | undefined;
      /** Equal for boards that show the same; moments that pass by themselves do not count. */
      readonly hash: string;
      /** Epoch milliseconds: when the oldest part of it was read. What tells news has told all until then. */
      readonly asOf: number;
      /** Set when the service could not be asked, so that this is from memory. */
      readonly stale: Staleness | undefined;
    }
  /** Why there is nothing to show, as a sentence. */
  | { readonly empty: string };

/** What a schedule keeps of a board it posted: what it shows, and how its picture looks, in which time passes. */
export function messageHashOf({ hash, picture }: Extract<Board, { readonly hash: string }>): string {
  return picture === undefined ? hash : `${hash}.${contentHash(picture)}`;
}

/** Whether a posted board shows the same but for the time that passed. */
export function showsSame(
  messageHash: string | undefined,
  board: Pick<Extract<Board, { readonly hash: string }>, "hash">,
): boolean {
  return messageHash?.split(".")[0] === board.hash;
}

/** Equal for equal data, and short enough to be kept. */
export function contentHash(data: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(data) ?? "")
    .digest("base64url")
    .slice(0, 22);
}

/** Something people choose when they set up a board. Kinds that mean the same by a name share the choice. */
export interface BoardOption {
  /** As the kind reads it out of a schedule's options. */
  readonly name: string;
  /** What is chosen, as a phrase: `which week`. */
  readonly description: string;
  /** What was chosen, as a phrase with its value in words: `shows next week`. */
  readonly chosen: (value: string) => string;
  /** What was turned off, as such a phrase, where it is on by default. */
  readonly unchosen?: string;
  /** `kinds`: some of the other kinds, by name. */
  readonly kind: "choice" | "number" | "boolean" | "kinds";
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[];
  readonly default: string | number | boolean | readonly string[];
  /** Without effect where the message is not kept up to date between its set times. */
  readonly liveOnly?: boolean;
}

/** Of all kinds that have one. */
export const pictureOption: BoardOption = {
  name: "pictures",
  description: "with a picture",
  chosen: () => "",
  unchosen: "without a picture",
  kind: "boolean",
  default: true,
};

/** Of kinds that tell of a week that runs, or of the one before. */
export const partOption: BoardOption = {
  name: "part",
  description: "when",
  chosen: (part) => part,
  kind: "choice",
  choices: [
    { name: "Before the reset: how everyone is doing", value: "before" },
    { name: "After the reset: the results", value: "final" },
  ],
  default: "before",
};

/** One kind of post. */
export interface BoardKind {
  /** As schedules keep it. */
  readonly name: string;
  /** As people read it in choices. */
  readonly description: string;
  readonly options: readonly BoardOption[];
  /** How often a live message of this kind is refreshed between its due times; never when left out. */
  readonly refreshEveryMs?: number;
  /** @throws ApiError, ContractError */
  make(request: BoardRequest): Promise<Board>;
}

/** Why a post about a week isn't made in the following week. */
export const weekIsOver = "Its week was over before I could post it.";

/** Whether the current week, by its first moment in epoch milliseconds, began after the post was due. */
export function isAfterItsWeek({ dueAt }: Pick<BoardRequest, "dueAt">, weekStartMs: number): boolean {
  return dueAt !== undefined && dueAt < weekStartMs;
}
