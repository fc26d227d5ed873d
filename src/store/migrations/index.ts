import type { Migration } from "kysely/migration";
import { firstTables } from "./0001-first-tables.ts";
import { peopleAndWorkspaces } from "./0002-people-and-workspaces.ts";
import { serviceBudget } from "./0003-service-budget.ts";
import { schedules } from "./0004-schedules.ts";
import { orderAlerts } from "./0005-order-watch.ts";
import { weeksAndReminders } from "./0006-weeks-and-reminders.ts";
import { unsureDeliveries } from "./0007-unsure-deliveries.ts";
import { reminderClaims } from "./0008-reminder-claims.ts";
import { replacedPosts } from "./0009-replaced-posts.ts";
import { rolePings } from "./0010-role-pings.ts";
import { people } from "./0011-people.ts";

/** Run in the order of their names. One that was released is never changed or removed; a new one is added below. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001-first-tables": firstTables,
  "0002-people-and-workspaces": peopleAndWorkspaces,
  "0003-service-budget": serviceBudget,
  "0004-schedules": schedules,
  "0005-order-watch": orderAlerts,
  "0006-weeks-and-reminders": weeksAndReminders,
  "0007-unsure-deliveries": unsureDeliveries,
  "0008-reminder-claims": reminderClaims,
  "0009-replaced-posts": replacedPosts,
  "0010-role-pings": rolePings,
  "0011-people": people,
};
