import { createHash } from "node:crypto";
import {
  measureCalendar,
  type CalendarPicture,
  describeCalendar,
  drawCalendar,
  withoutToday,
} from "../../commands/calendar/board/draw.ts";
import {
  describeDigest,
  measureDigest,
  type DigestPicture,
  drawDigest,
} from "../../commands/team-board/digest/draw.ts";
import type { Context } from "./kit/canvas.ts";
import {
  describeLeaderboard,
  drawLeaderboard,
  measureLeaderboard,
  type LeaderboardPicture,
  withoutReader,
} from "../../commands/team-board/leaderboard/draw.ts";
import {
  describeOrders,
  drawOrders,
  measureOrders,
  type OrdersPicture,
} from "../../commands/order/board/draw.ts";
import {
  describeProfile,
  drawProfile,
  measureProfile,
  type ProfilePicture,
} from "../../commands/me/profile/draw.ts";
import {
  describeReport,
  drawReport,
  measureReport,
  type ReportPicture,
} from "../../commands/team-board/report/draw.ts";
import {
  describeStandings,
  drawStandings,
  measureStandings,
  type StandingsPicture,
} from "../../commands/team-board/standings/draw.ts";
import { describeTeam, drawTeam, measureTeam, type TeamPicture } from "../../commands/team-board/draw.ts";

interface PictureTypes {
  readonly calendar: CalendarPicture;
  readonly team: TeamPicture;
  readonly profile: ProfilePicture;
  readonly orders: OrdersPicture;
  readonly standings: StandingsPicture;
  readonly leaderboard: LeaderboardPicture;
  readonly report: ReportPicture;
  readonly digest: DigestPicture;
}
type PictureKind = keyof PictureTypes;

/** What a picture shows, as plain data. */
export type Picture<K extends PictureKind = PictureKind> = {
  readonly [P in K]: PictureTypes[P] & { readonly kind: P };
}[K];

interface Drawing<K extends PictureKind> {
  /** In pixels. */
  readonly height: (picture: Picture<K>, ctx: Context) => number;
  readonly draw: (ctx: Context, picture: Picture<K>) => void;
  readonly describe: (picture: Picture<K>) => string;
}

const drawings: { readonly [K in PictureKind]: Drawing<K> } = {
  calendar: { height: measureCalendar, draw: drawCalendar, describe: describeCalendar },
  team: { height: measureTeam, draw: drawTeam, describe: describeTeam },
  profile: { height: measureProfile, draw: drawProfile, describe: describeProfile },
  orders: { height: measureOrders, draw: drawOrders, describe: describeOrders },
  standings: { height: measureStandings, draw: drawStandings, describe: describeStandings },
  leaderboard: { height: measureLeaderboard, draw: drawLeaderboard, describe: describeLeaderboard },
  report: { height: measureReport, draw: drawReport, describe: describeReport },
  digest: { height: measureDigest, draw: drawDigest, describe: describeDigest },
};

/** How this kind of picture is drawn. */
export function getDrawing<K extends PictureKind>(picture: Picture<K>): Drawing<K> {
  return drawings[picture.kind];
}

/** The same for others to see, in a message that stays as it is. */
export function toLastingPicture(picture: Picture): Picture {
  if (picture.kind === "team") return { ...picture, isFresh: false };
  if (picture.kind === "leaderboard") return withoutReader(picture);
  return picture.kind === "calendar" ? withoutToday(picture) : picture;
}

/** Discord's limit on the description of an attachment. */
const maxAltText = 1_024;

/** The attachment's name, for `attachment://`; different for different data. */
export function getFileName(picture: Picture): string {
  const key = createHash("sha256").update(JSON.stringify(picture)).digest("base64url").slice(0, 16);
  return `${picture.kind}-${key}.png`;
}

/** What a picture shows, in one or two sentences, for people who can't see it. */
export function describePicture(picture: Picture): string {
  const text = getDrawing(picture)
    .describe(picture)
    .replaceAll(/[\p{C}\s]+/gu, " ");
  return text.length <= maxAltText ? text : `${text.slice(0, maxAltText - 1).toWellFormed()}…`;
}
