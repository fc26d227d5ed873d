import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { postgresStatements, createShortLivedTables } from "./0001-postgres.ts";

/**
 * Written for both databases: Discord ids are text, times epoch milliseconds, booleans 1 and 0, lists and objects JSON.
 */
const statements = `
-- Workspaces, access roles and settings of guilds.
create table guild_links (
  guild_id text not null, link_key text not null, workspace_id text not null, name text not null,
  sealed_token text not null, linked_by_discord_user_id text not null, linked_at bigint not null,
  created_at bigint not null, primary key (guild_id, link_key),
  constraint guild_links_of_workspaces unique (guild_id, workspace_id)
);

create table channel_links (
  guild_id text not null, channel_id text not null, link_key text not null,
  primary key (guild_id, channel_id)
);

create table access_roles (
  guild_id text not null, role_id text not null, tier text not null, added_at bigint not null,
  primary key (guild_id, role_id)
);

create table guild_settings (
  guild_id text not null, key text not null, value text not null, changed_at bigint not null,
  primary key (guild_id, key)
);

create table departures (
  guild_id text not null, noticed_at bigint not null, primary key (guild_id)
);
create index departures_by_time on departures (noticed_at);

-- Connected accounts, connection requests, saved weeks and reminders.
create table accounts (
  guild_id text not null, discord_user_id text not null, user_id text not null,
  display_name text not null, username text, avatar_url text, member_name text not null,
  connected_by_discord_user_id text not null, connected_at bigint not null, names text not null,
  sort_name text not null, forgotten_at bigint, primary key (guild_id, discord_user_id),
  constraint accounts_of_users unique (guild_id, user_id)
);
create index accounts_by_name on accounts (guild_id, sort_name, discord_user_id);
create index accounts_by_member on accounts (discord_user_id);
create index accounts_by_time on accounts (connected_at);

-- Which member was connected to a user last, so that members can still see and delete what is kept of that user.
create table former_accounts (
  guild_id text not null, user_id text not null, discord_user_id text not null,
  disconnected_at bigint not null, primary key (guild_id, user_id)
);
create index former_accounts_by_member on former_accounts (discord_user_id, guild_id);
create index former_accounts_by_time on former_accounts (disconnected_at);

-- Users whose names, and weeks until then, must not be stored again. Lasts as long as the guild's data.
create table forgotten_users (
  guild_id text not null, user_id text not null, forgotten_at bigint not null,
  primary key (guild_id, user_id)
);

create table connection_requests (
  id text not null, guild_id text not null, discord_user_id text not null, user_id text not null,
  display_name text not null, username text, avatar_url text, member_name text not null,
  channel_id text not null, card_channel_id text, card_message_id text, created_at bigint not null,
  state text not null, decided_by_discord_user_id text, decided_at bigint, reason text, told_at bigint,
  primary key (id)
);
create unique index connection_requests_open on connection_requests (guild_id, discord_user_id)
  where state = 'open';
create index connection_requests_by_state on connection_requests (guild_id, state, created_at);
create index connection_requests_by_time on connection_requests (created_at);
create index connection_requests_by_member on connection_requests (discord_user_id);

-- Requests for time. The reasons and the addresses of proof are personal data.
create table time_requests (
  id text not null, guild_id text not null, link_key text not null, discord_user_id text not null,
  user_id text not null, minutes double precision not null, day text not null, reason text not null,
  week text, pictures bigint not null, proof text not null, channel_id text not null,
  card_channel_id text, card_message_id text, created_at bigint not null, state text not null,
  decided_by_discord_user_id text, decided_at bigint, approved_minutes double precision,
  decline_reason text, draft_id text, brought_up_at bigint, told text, due_at bigint,
  attempts bigint not null, primary key (id)
);
create unique index time_requests_undecided on time_requests (guild_id, discord_user_id, day, minutes)
  where state in ('open', 'sending', 'unknown');
create index time_requests_by_state on time_requests (guild_id, state, created_at);
create index time_requests_by_due_time on time_requests (due_at) where due_at is not null;
create index time_requests_by_time on time_requests (created_at);

create table weeks (
  guild_id text not null, workspace_id text not null, user_id text not null, week_start text not null,
  ends_at bigint not null, snapshot_at bigint not null, minutes double precision,
  messages double precision, orders double precision, assignments text, state text not null,
  primary key (guild_id, workspace_id, user_id, week_start)
);
create index weeks_by_week on weeks (guild_id, workspace_id, week_start);
create index weeks_by_end on weeks (ends_at);

create table week_looks (
  guild_id text not null, link_key text not null, due_at bigint not null, looked_at bigint not null,
  primary key (guild_id, link_key)
);
create index week_looks_by_due on week_looks (due_at);

create table reminders (
  guild_id text not null, discord_user_id text not null, kind text not null, link_key text not null,
  channel_id text not null, hours integer not null, set_at bigint not null, reminded_week text,
  claimed_week text, until bigint not null, attempts bigint not null,
  primary key (guild_id, discord_user_id, kind)
);
create index reminders_by_member on reminders (discord_user_id);
create index reminders_by_kind on reminders (kind);

-- Notices to members who asked for them. Each is sent once.
create table notices (
  guild_id text not null, discord_user_id text not null, kind text not null, subject text not null,
  state text not null, until bigint not null, attempts integer not null, noticed_at bigint not null,
  primary key (guild_id, discord_user_id, kind, subject)
);
create index notices_open on notices (until) where state in ('waiting', 'claimed');
create index notices_by_time on notices (noticed_at);

-- Roles that members earned with a week, and how far giving or taking each of them is.
create table rewards (
  guild_id text not null, discord_user_id text not null, role_id text not null, week_start text not null,
  reason text not null, state text not null, since bigint not null, until bigint not null,
  primary key (guild_id, discord_user_id, role_id)
);

-- The server that a person's private commands are about.
create table home_guilds (
  discord_user_id text not null, guild_id text not null, chosen_at bigint not null,
  primary key (discord_user_id)
);
create index home_guilds_by_guild on home_guilds (guild_id);

-- Names of workspace users, connected to a member or not.
create table people (
  guild_id text not null, link_key text not null, user_id text not null, state text not null,
  display_name text, username text, colour text, names text not null, sort_name text not null,
  seen_at bigint not null, looked_up_at bigint, ask_after bigint,
  primary key (guild_id, link_key, user_id)
);
create index people_to_ask on people (guild_id, link_key, ask_after) where ask_after is not null;
create index people_by_sight on people (seen_at);

-- Bulk connections, and the people in them.
create table imports (
  id text not null, guild_id text not null, link_key text not null, workspace_id text not null,
  discord_user_id text not null, source text not null, state text not null, waits_for text,
  until bigint not null, created_at bigint not null, sealed_reply_token text, primary key (id)
);
create index imports_by_guild on imports (guild_id, discord_user_id, created_at);
create index imports_to_do on imports (until) where state in ('checking', 'connecting');
create index imports_by_time on imports (created_at);

create table imported_people (
  import_id text not null, line integer not null, guild_id text not null, typed_member text not null,
  typed_user text not null, discord_user_id text, member_name text, user_id text, display_name text,
  username text, avatar_url text, state text not null, reason text, other_line integer,
  primary key (import_id, line)
);
create index imported_people_by_guild on imported_people (guild_id);

-- Writes waiting for confirmation, and the audit log.
create table drafts (
  id text not null, guild_id text not null, discord_user_id text not null, kind text not null,
  payload text not null, state text not null, result text, sealed_reply_token text,
  created_at bigint not null, expires_at bigint not null, lease_until bigint, primary key (id)
);
create index drafts_by_guild on drafts (guild_id);
create index drafts_by_expiry on drafts (expires_at);
create index drafts_by_lease on drafts (state, lease_until);

create table audit_entries (
  id text not null, guild_id text not null, workspace_id text, discord_user_id text not null,
  action text not null, target text, outcome text not null, detail text not null, reference text,
  at bigint not null, primary key (id)
);
create index audit_entries_by_guild on audit_entries (guild_id, at);
create index audit_entries_by_time on audit_entries (at);
create index audit_entries_by_action on audit_entries (guild_id, action, at);
create index audit_entries_by_member on audit_entries (discord_user_id, guild_id);

-- Scheduled posts, the outcome of each due time, and the orders they announced.
create table schedules (
  id text not null, guild_id text not null, link_key text not null, channel_id text not null,
  kind text not null, mode text not null, rule text not null, zone text not null, options text not null,
  mention_role_id text, pins integer not null, replaces integer not null, publishes integer not null, state text not null,
  paused_reason text, maker_discord_user_id text not null, created_at bigint not null,
  next_due_at bigint, refresh_every_ms bigint, next_refresh_at bigint, last_run_at bigint,
  last_outcome text, last_reason text, last_pinged_at bigint, message_id text, message_hash text,
  last_as_of bigint, primary key (id)
);
create index schedules_by_guild on schedules (guild_id, created_at);
create index schedules_by_due on schedules (next_due_at) where state = 'active';
create index schedules_by_refresh on schedules (next_refresh_at);

create table deliveries (
  schedule_id text not null, due_at bigint not null, guild_id text not null, state text not null,
  until bigint not null, attempts integer not null, message_id text, reason text,
  is_late integer not null, uncertain_since bigint, primary key (schedule_id, due_at)
);
create index deliveries_by_guild on deliveries (guild_id);
create index deliveries_open on deliveries (until, due_at) where state in ('waiting', 'claimed');
create index deliveries_open_of_schedules on deliveries (schedule_id, due_at) where state in ('waiting', 'claimed');
create index deliveries_by_due on deliveries (due_at);

create table order_alerts (
  schedule_id text not null, order_id text not null, change text not null, guild_id text not null,
  state text not null, until bigint not null, attempts integer not null, noticed_at bigint not null,
  message_id text, primary key (schedule_id, order_id, change)
);
create index order_alerts_posted on order_alerts (schedule_id) where message_id is not null;
create index order_alerts_by_guild on order_alerts (guild_id);
create index order_alerts_by_time on order_alerts (noticed_at);

-- The observed status history of orders.
create table order_steps (
  guild_id text not null, link_key text not null, order_id text not null, status text not null,
  seen_at bigint not null, created_at bigint, primary key (guild_id, link_key, order_id, seen_at)
);
create index order_steps_of_links on order_steps (guild_id, link_key, seen_at);

-- What was taken on, by any replica. A replica that was suspended may receive it long afterwards.
create table idempotency_keys (
  key text not null, at bigint not null, primary key (key)
);
create index idempotency_keys_by_time on idempotency_keys (at);

-- State shared by all replicas.
create table bot_state (
  key text not null, value text not null, changed_at bigint not null, primary key (key)
);
`;

/** All tables. A migration describes the tables of its time, so it must not depend on current types. */
export const tables: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    const short = createShortLivedTables(isPostgres ? "create unlogged table" : "create table");
    for (const statement of `${statements}${short}`.split(";\n"))
      if (statement.trim() !== "") await sql.raw(statement).execute(db);
    if (isPostgres) for (const statement of postgresStatements) await sql.raw(statement).execute(db);
  },
};
