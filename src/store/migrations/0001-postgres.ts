/** Where the first migration differs on Postgres. With SQLite, one process makes all changes, so nobody is notified. */

/** What replicas agree on. After a crash the rows are useless, so on Postgres no write has to wait for the disk. */
export const createShortLivedTables = (createTable: "create table" | "create unlogged table"): string => `
${createTable} quota_leases (
  id text not null, workspace_id text not null, used integer not null, ends_at bigint not null,
  primary key (id)
);
create index quota_leases_by_workspace on quota_leases (workspace_id, ends_at);
create index quota_leases_by_end on quota_leases (ends_at);

${createTable} post_paces (
  replica_id text not null, wanted double precision not null, seen_at bigint not null,
  primary key (replica_id)
);

${createTable} identify_turns (
  bucket integer not null, last_at bigint not null, primary key (bucket)
);

${createTable} shard_ranges (
  replica_id text not null, first_shard integer not null, last_shard integer not null,
  shard_count integer not null, seen_at bigint not null, primary key (replica_id)
);
`;

/** Tells processes that cache a guild's rows about each change, no matter which process made it. */
const notify = (table: string, kind: string, when: string): readonly string[] => [
  `create trigger ${table}_told_${kind} after ${when} execute function notify_change('${kind}')`,
];
const guildChanges = ["guild_links", "channel_links", "access_roles", "guild_settings", "accounts"].flatMap(
  (table) => notify(table, "guild", `insert or update or delete on ${table} for each row`),
);
const peopleChanges = [
  ...notify("people", "people", "insert or delete on people for each row"),
  `create trigger people_told_names after update on people for each row
   when (old.state is distinct from new.state or old.display_name is distinct from new.display_name
     or old.username is distinct from new.username or old.colour is distinct from new.colour)
   execute function notify_change('people')`,
];
/** Postgres sends each payload once per transaction. */
const triggers = [
  `create function notify_change() returns trigger language plpgsql as $$
   begin
     perform pg_notify('workspace_bot', tg_argv[0] || ' ' || coalesce(new.guild_id, old.guild_id));
     return null;
   end $$`,
  ...guildChanges,
  ...peopleChanges,
];

/** A lease in one round trip instead of five. Each statement in it sees what was committed before it. */
const leaseQuota = `
create function lease_quota(lease text, workspace text, wanted integer, most integer, at bigint, lease_end bigint)
returns table (granted integer, next_end bigint) language plpgsql as $$
declare
  taken bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('quota ' || workspace, 0));
  select coalesce(sum(used), 0), min(ends_at) into taken, next_end
    from quota_leases where workspace_id = workspace and ends_at > at;
  granted := greatest(0, least(wanted, most - taken));
  if granted > 0 then
    insert into quota_leases (id, workspace_id, used, ends_at) values (lease, workspace, granted, lease_end);
  end if;
  return next;
end $$`;

/** The same for orders that were read: what `order-steps.ts` does with SQLite. */
const keepOrderSteps = `
create function keep_order_steps(
  guild text, link text, ids text[], statuses text[], changes bigint[], creations bigint[], at bigint, most integer
) returns void language plpgsql as $$
declare
  beyond bigint;
begin
  perform set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtextextended(guild, 0));
  if not exists (select from guild_links where guild_id = guild and link_key = link) then return; end if;
  insert into order_steps (guild_id, link_key, order_id, status, seen_at, created_at)
    select guild, link, seen.id, seen.status,
      case when seen.changed = last.seen_at then greatest(at, seen.changed + 1) else seen.changed end,
      seen.created
    from (
      select id, status, least(coalesce(changed, at), at) as changed, created
      from unnest(ids, statuses, changes, creations) as each (id, status, changed, created)
    ) seen
    left join (
      select distinct on (order_id) order_id, order_steps.status, seen_at from order_steps
      where guild_id = guild and link_key = link and order_id = any (ids)
      order by order_id, seen_at desc
    ) last on last.order_id = seen.id
    where last.seen_at is null or (last.status <> seen.status and seen.changed >= last.seen_at)
    on conflict do nothing;
  if not found then return; end if;
  select count(*) - most into beyond from order_steps where guild_id = guild and link_key = link;
  if beyond > 0 then
    delete from order_steps where ctid = any (array(
      select ctid from order_steps where guild_id = guild and link_key = link order by seen_at limit beyond
    ));
  end if;
end $$`;

export const postgresStatements: readonly string[] = [...triggers, leaseQuota, keepOrderSteps];
