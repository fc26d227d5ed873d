import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Of orders that don't say when they changed, only the first step is as old as the order: later ones come after it. */
const keepOrderSteps = `
create or replace function keep_order_steps(
  guild text, link text, ids text[], statuses text[], changes bigint[], creations bigint[], at bigint, most integer
) returns void language plpgsql as $$
declare
  beyond bigint;
begin
  perform set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtextextended(guild, 0));
  if not exists (select from guild_links where guild_id = guild and link_key = link) then return; end if;
  insert into order_steps (guild_id, link_key, order_id, status, seen_at, created_at)
    select guild, link, seen.id, seen.status,
      case when seen.changed = seen.last_at then greatest(at, seen.changed + 1) else seen.changed end,
      seen.created
    from (
      select each.id, each.status, each.created, last.status as last_status, last.seen_at as last_at,
        least(coalesce(each.changed, case when last.seen_at is null then each.created end, at), at) as changed
      from unnest(ids, statuses, changes, creations) as each (id, status, changed, created)
      left join (
        select distinct on (order_id) order_id, order_steps.status, seen_at from order_steps
        where guild_id = guild and link_key = link and order_id = any (ids)
        order by order_id, seen_at desc
      ) last on last.order_id = each.id
    ) seen
    where seen.last_at is null or (seen.last_status <> seen.status and seen.changed >= seen.last_at)
    on conflict do nothing;
  if not found then return; end if;
  select count(*) - most into beyond from order_steps where guild_id = guild and link_key = link;
  if beyond > 0 then
    delete from order_steps where ctid = any (array(
      select ctid from order_steps where guild_id = guild and link_key = link order by seen_at limit beyond
    ));
  end if;
end $$`;

export const firstSteps: Migration = {
  async up(db: Kysely<unknown>) {
    if (db.getExecutor().adapter instanceof PostgresAdapter) await sql.raw(keepOrderSteps).execute(db);
  },
};
