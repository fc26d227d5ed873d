/** What replicas agree on. After a crash the rows are useless, so on Postgres no write has to wait for the disk. */
export const createShortLivedTables = (createTable: "create table" | "create unlogged table"): string => `
${createTable} quota_leases (
  id text not null, workspace_id text not null, used integer not null, ends_at bigint not null,
  primary key (id)
);
create index quota_leases_by_workspace on quota_leases (workspace_id, ends_at);
create index quota_leases_by_end on quota_leases (ends_at);

${createTable} idempotency_keys (
  key text not null, at bigint not null, primary key (key)
);
create index idempotency_keys_by_time on idempotency_keys (at);

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
