import type { Kysely } from "kysely";
import type { AccessRole } from "./access-roles.ts";
import type { ConnectionRequest } from "./connection-requests.ts";
import type { Account } from "./accounts.ts";
import type { AuditEntry } from "./audit.ts";
import type { ChannelLink } from "./channel-links.ts";
import type { Delivery } from "./deliveries.ts";
import type { Draft } from "./drafts.ts";
import type { GuildLink } from "./guild-links.ts";
import type { OrderAlert } from "./order-alerts.ts";
import type { KnownPerson } from "./people.ts";
import type { QuotaLease } from "./quota-leases.ts";
import type { Reminder, ReminderWork } from "./reminders.ts";
import type { Schedule } from "./schedules.ts";
import type { Week } from "./week-rows.ts";

/** `undefined` has no place in a row: optional fields are `null` there. */
export type Row<T> = {
  readonly [Name in keyof T]: undefined extends T[Name] ? Exclude<T[Name], undefined> | null : T[Name];
};

/** The tables as queries name them; the database has the same names in snake_case. */
export interface Tables {
  readonly guildLinks: GuildLink;
  readonly channelLinks: ChannelLink & { readonly guildId: string };
  readonly accessRoles: AccessRole & { readonly guildId: string; readonly addedAt: number };
  readonly guildSettings: {
    readonly guildId: string;
    readonly key: string;
    readonly value: string;
    readonly changedAt: number;
  };
  readonly accounts: Row<Account> & { readonly names: string; readonly sortName: string };
  readonly people: Row<KnownPerson> & { readonly names: string; readonly sortName: string };
  readonly connectionRequests: Row<ConnectionRequest>;
  readonly drafts: Row<Omit<Draft, "payload">> & { readonly payload: string };
  readonly auditEntries: Row<Omit<AuditEntry, "detail">> & { readonly detail: string };
  readonly schedules: Row<Omit<Schedule, "rule" | "options" | "pins" | "replaces">> & {
    readonly rule: string;
    readonly options: string;
    readonly pins: number;
    readonly replaces: number;
  };
  readonly deliveries: Row<Omit<Delivery, "isLate">> & { readonly isLate: number };
  readonly weeks: Row<Omit<Week, "assignments">> & { readonly assignments: string | null };
  readonly reminders: Row<Reminder> & ReminderWork;
  readonly orderAlerts: OrderAlert;
  readonly departures: { readonly guildId: string; readonly noticedAt: number };
  readonly quotaLeases: QuotaLease;
  readonly idempotencyKeys: { readonly key: string; readonly at: number };
  readonly botState: { readonly key: string; readonly value: string; readonly changedAt: number };
}

export type Db = Kysely<Tables>;
