import { createHash } from "node:crypto";
import { hourMs } from "../../src/time.ts";
import { findLack } from "../../src/domain/capabilities.ts";
import type { JobTools } from "../../src/jobs/job.ts";
import type { GuildSettings } from "../../src/store/guild-settings.ts";
import type { ProbedRead } from "../../src/api/probe.ts";
import type { ReadApi } from "../../src/api/client.ts";
import type { AppContext } from "../../src/context.ts";
import type { Pictured } from "../../src/pictures/attach.ts";
import type { Theme } from "../../src/pictures/kit/colours.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import type { Schedule } from "./store.ts";
import type { StaleReason } from "../../src/api/errors.ts";
import type { BoardOptions } from "./option.ts";

/** Everything a board is made from. */
export interface BoardRequest {
  readonly ctx: AppContext;
  readonly schedule: Pick<
    Schedule,
    "id" | "guildId" | "linkKey" | "channelId" | "options" | "zone" | "refreshEveryMs"
  > &
    Partial<Pick<Schedule, "kind" | "mode" | "nextDueAt" | "lastAsOf" | "mentionRoleId">>;
  readonly link: GuildLink;
  readonly api: ReadApi;
  /** Epoch milliseconds: the board shows the state at this time. */
  readonly now: number;
  /** When the post was due, in epoch milliseconds; omitted if a message is only being updated. */
  readonly dueAt?: number | undefined;
  /** How old a response read for another board may be; 15 s by default. */
  readonly maxAgeMs?: number;
  /** When the message is checked again after the service couldn't be asked since `asOf`; by default, as usual. */
  readonly nextTryAt?: (staleness: StaleReason, asOf: number) => number;
}

export type Board =
  /** The picture is drawn if pictures are wanted. */
  | (Pictured & {
      /** Whether the picture changes just by the passage of time: then that alone is no reason to draw it again. */
      readonly isPictureOfMoment?: boolean;
      /** Equal for boards that show the same; the passage of time alone doesn't change it. */
      readonly hash: string;
      /** When the oldest part was read, in epoch milliseconds. For news: everything up to then has been announced. */
      readonly asOf: number;
      /** Set if the service couldn't be asked, so this is from the cache. */
      readonly stale: StaleReason | undefined;
    })
  /** Why there is nothing to show, as a sentence. */
  | { readonly empty: string };

/** The hash stored for a posted board: what it shows, and how its picture looks, unless that changes all the time. */
export function getMessageHash({
  hash,
  picture,
  isPictureOfMoment = false,
}: Extract<Board, { readonly hash: string }>): string {
  return picture === undefined ? hash : `${hash}.${isPictureOfMoment ? "drawn" : hashContent(picture)}`;
}

/** Whether a posted board still shows the same, apart from the passage of time. */
export function hasSameContent(
  messageHash: string | undefined,
  board: Pick<Extract<Board, { readonly hash: string }>, "hash">,
): boolean {
  return messageHash?.split(".")[0] === board.hash;
}

/** Equal for equal data, and short enough to store. */
export function hashContent(data: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(data) ?? "")
    .digest("base64url")
    .slice(0, 22);
}

/** One kind of post. */
export interface BoardKind {
  /** As stored in schedules. */
  readonly name: string;
  /** As shown in choices. */
  readonly description: string;
  readonly options: BoardOptions;
  /** A read without which there is nothing to post: where it can't be done, the kind isn't offered. */
  readonly dependsOn?: ProbedRead;
  /** How often a live message of this kind is refreshed between its due times; never if omitted. */
  readonly refreshEveryMs?: number;
  /** @throws ApiError, ContractError */
  make(request: BoardRequest): Promise<Board>;
  /** What is wrong with what it shows, for whoever manages its schedules: sentences. Never rejects. */
  readonly listTroubles?: (guildId: string, ctx: AppContext) => Promise<readonly string[]>;
  /** What else its live messages do after each check. @throws as `make`, UserError if the link is gone, and Discord's errors */
  readonly whenRefreshed?: (schedule: Schedule, tools: JobTools) => Promise<void>;
}

/** Whether a link's key can read what a kind needs, as far as anyone knows. */
export function isReadable({ dependsOn }: Pick<BoardKind, "dependsOn">, link: GuildLink): boolean {
  return dependsOn === undefined || findLack(link, dependsOn) === undefined;
}

/** Why a post about a week isn't made in the following week. */
export const weekIsOver = { empty: "Its week was over before I could post it.", isWeekOver: true } as const;

/** Whether the current week, given its start in epoch milliseconds, began after the post was due. */
export function isAfterItsWeek({ dueAt }: Pick<BoardRequest, "dueAt">, weekStartMs: number): boolean {
  return dueAt !== undefined && dueAt < weekStartMs;
}

/** Failures that another try would meet, too. */
export const refusals: ReadonlySet<string> = new Set(["forbidden", "not-found", "rejected", "too-large"]);

/** How a server wants its pictures, as stored; dark unless someone chose otherwise. */
export function parsePictureSetting(stored: string | undefined): Theme | "off" {
  return stored === "off" || stored === "light" ? stored : "dark";
}

/** `undefined` if a server wants no pictures. */
export async function readPictureTheme(
  guildId: string,
  { guildSettings }: { readonly guildSettings: Pick<GuildSettings, "get"> },
): Promise<Theme | undefined> {
  const setting = parsePictureSetting(await guildSettings.get(guildId, "pictures"));
  return setting === "off" ? undefined : setting;
}

/** A role is pinged at most once in this time, however often its schedule posts. */
export const pingEveryMs = hourMs;

/** Said in place of a mention. */
export const mentionGoneText =
  "The role to mention was deleted in Discord. Choose another one with *Edit…* in `/schedule list`.";

/** Whether the role that it mentions was deleted; false if Discord doesn't say. */
export async function isMentionGone(
  { guildId, mentionRoleId }: Pick<Schedule, "guildId" | "mentionRoleId">,
  { messenger, log }: Pick<AppContext, "messenger" | "log">,
): Promise<boolean> {
  if (mentionRoleId === undefined) return false;
  try {
    return !(await messenger.roleIds(guildId)).has(mentionRoleId);
  } catch (error) {
    log.info("couldn't check whether a role is still there", { guildId, error });
    return false;
  }
}

export function mayPing({ mentionRoleId, lastPingedAt }: Schedule, now: number): boolean {
  if (mentionRoleId === undefined) return false;
  // A clock that was set back counts as time passed.
  return lastPingedAt === undefined || Math.abs(now - lastPingedAt) >= pingEveryMs;
}
