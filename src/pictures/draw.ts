import type { Canvas, Context } from "./kit/canvas.ts";
import { calendarHeight, drawCalendar } from "./calendar.ts";
import { card, cardWidth } from "./kit/shapes.ts";
import { encodePng } from "./kit/png.ts";
import { drawLeaderboard, leaderboardHeight } from "./leaderboard.ts";
import { drawOrders, ordersHeight } from "./orders.ts";
import type { Picture } from "./picture.ts";
import { drawProfile, profileHeight } from "./profile.ts";
import { drawReport, reportHeight } from "./report.ts";
import { drawStandings, standingsHeight } from "./standings.ts";
import { drawTeam, teamHeight } from "./team.ts";

/** The same PNG for the same data. @param canvas set to the size of the picture */
export function drawPicture(canvas: Canvas, picture: Picture): Buffer {
  canvas.width = cardWidth;
  canvas.height = Math.ceil(heightOf(picture, canvas.getContext("2d")));
  // A change of size makes a new context.
  const ctx = canvas.getContext("2d");
  card(ctx, canvas.height);
  draw(ctx, picture);
  return encodePng(canvas.data(), canvas.width, canvas.height);
}

function heightOf(picture: Picture, ctx: Context): number {
  switch (picture.kind) {
    case "calendar":
      return calendarHeight(picture, ctx);
    case "team":
      return teamHeight(picture);
    case "profile":
      return profileHeight(picture);
    case "orders":
      return ordersHeight(picture);
    case "standings":
      return standingsHeight();
    case "leaderboard":
      return leaderboardHeight(picture);
    case "report":
      return reportHeight(picture);
    default:
      return picture satisfies never;
  }
}

function draw(ctx: Context, picture: Picture): void {
  switch (picture.kind) {
    case "calendar":
      return drawCalendar(ctx, picture);
    case "team":
      return drawTeam(ctx, picture);
    case "profile":
      return drawProfile(ctx, picture);
    case "orders":
      return drawOrders(ctx, picture);
    case "standings":
      return drawStandings(ctx, picture);
    case "leaderboard":
      return drawLeaderboard(ctx, picture);
    case "report":
      return drawReport(ctx, picture);
    default:
      return picture satisfies never;
  }
}
