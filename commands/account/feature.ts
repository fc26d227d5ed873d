import { defineFeature } from "../../src/feature.ts";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { dayMs } from "../../src/time.ts";
import { accountAudit } from "./audit.ts";
import { connect } from "./connect.ts";
import { importPeople } from "./import/command.ts";
import { imports } from "./import/job.ts";
import { list } from "./list.ts";
import { connection, connectionRequestTtlMs, expireRequests } from "./request/kind.ts";

export const account: Command = defineCommandGroup({
  name: "account",
  description: "Connect server members to workspace users",
  subcommands: [connect, importPeople, list],
});

/** A finished import, and its file of people who weren't connected. */
const importTtlMs = 7 * dayMs;

export const accountFeature = defineFeature({
  commands: [account],
  audit: accountAudit,
  jobs: [imports],
  purposes: connection.purposes,
  removals: [
    ({ store, now }) => store.connectionRequests.removeBefore(now() - connectionRequestTtlMs),
    ({ store, now }) => store.imports.removeBefore(now() - importTtlMs),
  ],
  expiries: [expireRequests],
  whenStartedAlone: ({ store, now }) => store.imports.resumeAll(now()),
  whenClockSetBack: ({ ctx: { store } }, { now }) => store.imports.resumeAll(now),
});
