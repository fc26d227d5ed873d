import { defineFeature } from "../../src/feature.ts";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { dayMs } from "../../src/time.ts";
import { replaceIn } from "../../src/store/store.ts";
import { connect } from "./connect.ts";
import { importPeople } from "./import/command.ts";
import { imports } from "./import/job.ts";
import { createImports } from "./import/store.ts";
import { list } from "./list.ts";
import { connection, connectionRequestTtlMs, expireRequests } from "./connection-request/kind.ts";
import { createConnectionRequests } from "./connection-request/store.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { formatBoldName, mentionChannel, mentionMember } from "../kit/audit-words.ts";

const accountAudit = {
  "account.approve": {
    label: "Approve a connection request",
    done: "Approved a connection request",
    target: "user",
    say: (is, target, { person }) => [
      "approved",
      "approve",
      `${mentionMember(is("member"))} as ${formatBoldName(is("displayName")) ?? person(target)}`,
    ],
  },
  "account.approve-several": {
    label: "Approve several connection requests",
    done: "Approved several connection requests",
    target: "user",
    say: () => ["approved", "approve", "several connection requests"],
  },
  "account.ask": {
    label: "Ask members to connect",
    done: "Asked members to connect",
    target: "channel",
    say: (_is, target) => ["asked", "ask", `members to connect, in ${mentionChannel(target)}`],
    brief: (_is, target) => `${mentionChannel(target)} to connect`,
  },
  "account.undo-ask": {
    label: "Delete the message that asks members to connect",
    done: "Deleted the message that asks members to connect",
    target: "channel",
    say: (_is, target) => [
      "deleted",
      "delete",
      `the message in ${mentionChannel(target)} that asks members to connect`,
    ],
    brief: (_is, target) => `the message to connect in ${mentionChannel(target)}`,
  },
  "account.request": {
    label: "Request a connection",
    done: "Requested a connection",
    target: "user",
    say: (is, _target, { person }) => [
      "asked",
      "ask",
      `to be connected as ${formatBoldName(is("displayName")) ?? person(is("userId"))}`,
    ],
    brief: (is, _target, { person }) =>
      `to connect as ${formatBoldName(is("displayName")) ?? person(is("userId"))}`,
  },
  "account.connect": {
    label: "Connect a person",
    done: "Connected a person",
    target: "user",
    say: (is, target, { person }) => [
      "connected",
      "connect",
      `${mentionMember(is("member"))} to ${formatBoldName(is("person", "displayName")) ?? person(target)}`,
    ],
  },
  "account.decline": {
    label: "Decline a connection request",
    done: "Declined a connection request",
    target: "user",
    say: (is) => ["declined", "decline", `to connect ${mentionMember(is("member"))}`],
  },
  "account.disconnect": {
    label: "Disconnect a person",
    done: "Disconnected a person",
    target: "user",
    say: (is, target, { person }) => [
      "disconnected",
      "disconnect",
      `${mentionMember(is("member"))} from ${formatBoldName(is("displayName")) ?? person(target)}`,
    ],
    brief: (is) => mentionMember(is("member")),
  },
  "account.expire": {
    label: "Let a connection request expire",
    done: "Let a connection request expire",
    target: "user",
    say: () => ["lost", "lose", "their connection request because nobody decided"],
    brief: () => "a request to be connected",
  },
  "account.import": {
    label: "Connect several people",
    done: "Connected several people",
    target: "user",
    say: (is) => ["connected", "connect", pluralize(Number(is("connected") ?? 0), "person", "people")],
  },
  "account.undo-import": {
    label: "Disconnect several people",
    done: "Disconnected several people",
    target: "user",
    say: () => ["disconnected", "disconnect", "everyone whom an import connected"],
  },
  "account.look-up": {
    label: "Look up who a user id is",
    done: "Looked up who a user id is",
    target: "user",
    say: (_is, target, { person }) => ["looked up", "look up", `who ${person(target)} is`],
  },
  "account.withdraw": {
    label: "Withdraw a connection request",
    done: "Withdrew a connection request",
    target: "user",
    say: () => ["withdrew", "withdraw", "a connection request"],
  },
} as const satisfies AuditActions;

const account: Command = defineCommandGroup({
  name: "account",
  description: "Connect server members to workspace users",
  subcommands: [connect, importPeople, list],
});

/** A finished import, and its file of people who weren't connected. */
const importTtlMs = 7 * dayMs;

export const accountFeature = defineFeature({
  commands: [account],
  audit: accountAudit,
  createStores({ db, aloneInGuild, now, isServed, uncacheAfter }) {
    const requests = createConnectionRequests(db, aloneInGuild, now, isServed);
    const begun = createImports(db, aloneInGuild, now, isServed);
    return {
      connectionRequests: replaceIn(requests, {
        approve: (approval, announce) => uncacheAfter(approval.guildId, requests.approve(approval, announce)),
      }),
      imports: replaceIn(begun, {
        connect: (person, connected, ...rest) =>
          uncacheAfter(connected.guildId, begun.connect(person, connected, ...rest)),
      }),
    };
  },
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
