import { createHash } from "node:crypto";
import { type CalendarPicture, describeCalendar } from "./calendar.ts";
import { describeLeaderboard, type LeaderboardPicture } from "./leaderboard.ts";
import { describeOrders, type OrdersPicture } from "./orders.ts";
import { describeProfile, type ProfilePicture } from "./profile.ts";
import { describeReport, type ReportPicture } from "./report.ts";
import { describeStandings, type StandingsPicture } from "./standings.ts";
import { describeTeam, type TeamPicture } from "./team.ts";

/** What a picture shows, as plain data. */
export type Picture =
  | CalendarPicture
  | TeamPicture
  | ProfilePicture
  | OrdersPicture
  | StandingsPicture
  | LeaderboardPicture
  | ReportPicture;

/** Discord's limit on the description of an attachment. */
const maxAltText = 1_024;

/** Of the attachment, for `attachment://`; another one for other data. */
export function nameOfFile(picture: Picture): string {
  const key = createHash("sha256").update(JSON.stringify(picture)).digest("base64url").slice(0, 16);
  return `${picture.kind}-${key}.png`;
}

/** What a picture shows in one or two sentences, for people who don't see it. */
export function describePicture(picture: Picture): string {
  const text = describe(picture).replaceAll(/[\p{C}\s]+/gu, " ");
  return text.length <= maxAltText ? text : `${text.slice(0, maxAltText - 1).toWellFormed()}…`;
}

function describe(picture: Picture): string {
  switch (picture.kind) {
    case "calendar":
      return describeCalendar(picture);
    case "team":
      return describeTeam(picture);
    case "profile":
      return describeProfile(picture);
    case "orders":
      return describeOrders(picture);
    case "standings":
      return describeStandings(picture);
    case "leaderboard":
      return describeLeaderboard(picture);
    case "report":
      return describeReport(picture);
    default:
      return picture satisfies never;
  }
}
