import type { ExpressionBuilder } from "kysely";
import { keep, type Person, type TableFacts } from "../../src/personal-data.ts";
import { toNameColumns } from "../../src/store/account-search.ts";
import { selectFormerAccounts } from "../../src/store/accounts.ts";
import { blankPeople } from "../../src/store/people-writing.ts";
import { readAll, withoutNulls } from "../../src/store/sql-values.ts";
import type { Tables } from "../../src/store/tables.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { formatCounted } from "../kit/counted.ts";
import { dropImported } from "../privacy/index.ts";
import type { ConnectionRequest } from "./connection-request/store.ts";

const namesTexts = {
  you: {
    here: "**Names**: your name here",
    seen: "**Names**: your workspace name for 90 days after I last saw it",
    both: "**Names**: your name here, and your workspace name for 90 days after I last saw it",
  },
  they: {
    here: "**Names**: their name here",
    seen: "**Names**: their workspace name for 90 days after I last saw it",
    both: "**Names**: their name here, and their workspace name for 90 days after I last saw it",
  },
} as const;

export const accountTables = {
  accounts: {
    guild: true,
    person: keep({
      member: "discordUserId",
      read: async (_db, { account }) => account,
      exported: {
        as: "connection",
        write: (account, { at, who }) =>
          account && {
            userId: account.userId,
            displayName: account.displayName,
            username: account.username,
            picture: account.avatarUrl,
            memberName: account.memberName,
            connectedBy: who(account.connectedByDiscordUserId),
            connectedAt: at(account.connectedAt),
            forgottenAt: at(account.forgottenAt),
          },
      },
      async forget(db, { account, disconnects, now }) {
        if (account === undefined) return;
        const { guildId, discordUserId } = account;
        const blank = {
          displayName: "",
          username: null,
          avatarUrl: null,
          memberName: "",
          ...toNameColumns([]),
        };
        const change = disconnects
          ? db.deleteFrom("accounts").where((eb) => eb.and({ guildId, discordUserId }))
          : db
              .updateTable("accounts")
              .set({ ...blank, forgottenAt: now })
              .where((eb) => eb.and({ guildId, discordUserId }));
        await change.execute();
      },
    }),
  },
  formerAccounts: {
    guild: true,
    person: keep({
      member: "discordUserId",
      read: (db, { guildId, discordUserId }) => selectFormerAccounts(db, guildId, discordUserId).execute(),
      exported: {
        as: "formerConnections",
        write: (former, { at }) =>
          former.map(({ userId, disconnectedAt }) => ({ userId, disconnectedAt: at(disconnectedAt) })),
      },
      /** Of the member, or of the user if only they were named. */
      async forget(db, { guildId, userId, discordUserId = "" }) {
        const whose = userId === undefined ? { guildId, discordUserId } : { guildId, userId };
        await db
          .deleteFrom("formerAccounts")
          .where((eb) => eb.and(whose))
          .execute();
      },
    }),
  },
  forgottenUsers: {
    guild: true,
    person: keep({
      member: undefined,
      /** The last one first. */
      read: async (db, { guildId, userIds }) =>
        userIds.length === 0
          ? []
          : db
              .selectFrom("forgottenUsers")
              .select(["userId", "forgottenAt"])
              .where("guildId", "=", guildId)
              .where("userId", "in", userIds)
              .orderBy("forgottenAt", "desc")
              .execute(),
      exported: {
        as: "forgotten",
        write: (forgotten, { at }) =>
          forgotten.map(({ userId, forgottenAt }) => ({ userId, forgottenAt: at(forgottenAt) })),
      },
      async forget(db, { guildId, userIds, now: forgottenAt }) {
        for (const userId of userIds)
          await db
            .insertInto("forgottenUsers")
            .values({ guildId, userId, forgottenAt })
            .onConflict((conflict) => conflict.columns(["guildId", "userId"]).doUpdateSet({ forgottenAt }))
            .execute();
      },
    }),
  },
  people: {
    guild: true,
    link: true,
    person: keep({
      member: undefined,
      read: async (db, { guildId, userIds, account }) => ({
        account,
        seen:
          userIds.length === 0
            ? []
            : await db
                .selectFrom("people")
                .select(["linkKey", "userId", "state", "displayName", "username", "colour", "seenAt"])
                .where("guildId", "=", guildId)
                .where("userId", "in", userIds)
                .orderBy("linkKey")
                .execute(),
      }),
      shown: {
        rank: 2,
        name: "names",
        describe({ account, seen }, _settings, isOwn) {
          const isSeen = seen.some(({ displayName }) => displayName !== null);
          const texts = namesTexts[isOwn ? "you" : "they"];
          if (account === undefined) return isSeen && texts.seen;
          if (account.forgottenAt !== undefined) return false;
          return isSeen ? texts.both : texts.here;
        },
      },
      exported: {
        as: "namesSeen",
        write: ({ seen }, { at }) => seen.map(({ seenAt, ...name }) => ({ ...name, seenAt: at(seenAt) })),
      },
      async names(db, { guildId, userIds }) {
        if (userIds.length === 0) return [];
        const seen = await db
          .selectFrom("people")
          .select(["displayName", "username"])
          .where("guildId", "=", guildId)
          .where("userId", "in", userIds)
          .execute();
        return seen.flatMap(({ displayName, username }) => [displayName, username]);
      },
      async forget(db, { guildId, userIds }) {
        for (const userId of userIds) await blankPeople(db, guildId, userId);
      },
    }),
  },
} as const satisfies Partial<TableFacts>;

/** Their own requests, and other people's decided requests about their user. */
function isTheirs({ guildId, userIds, discordUserId }: Person) {
  return (eb: ExpressionBuilder<Tables, "connectionRequests">) =>
    eb.and([
      eb("guildId", "=", guildId),
      eb.or([
        ...(discordUserId === undefined ? [] : [eb("discordUserId", "=", discordUserId)]),
        ...userIds.map((userId) => eb.and([eb("userId", "=", userId), eb("state", "!=", "open")])),
      ]),
    ]);
}

export const connectionTables = {
  connectionRequests: {
    guild: true,
    person: keep({
      member: "discordUserId",
      read: (db, { guildId, discordUserId }) =>
        readAll(
          db
            .selectFrom("connectionRequests")
            .selectAll()
            .where((eb) => eb.and({ guildId, discordUserId }))
            .orderBy("createdAt", "desc"),
          withoutNulls,
        ),
      shown: {
        rank: 5,
        name: "requests",
        describe(requests: readonly ConnectionRequest[], _settings, isOwn) {
          const open = requests.filter(({ state }) => state === "open").length;
          const all = formatCounted(requests, "request to connect", "requests to connect");
          const counted = joinParts([all, open > 0 && `(${open} open)`], " ");
          if (requests.length === 0) return false;
          return isOwn
            ? `${counted}, with your names, for 30 days`
            : `${counted}, with their names, for 30 days`;
        },
      },
      exported: {
        as: "connectionRequests",
        write: (requests, { at, who }) =>
          requests.map((request) => ({
            userId: request.userId,
            displayName: request.displayName,
            username: request.username,
            picture: request.avatarUrl,
            memberName: request.memberName,
            askedAt: at(request.createdAt),
            state: request.state,
            decidedBy: who(request.decidedByDiscordUserId),
            decidedAt: at(request.decidedAt),
            reason: request.reason,
          })),
      },
      async names(db, person) {
        const requests = await db
          .selectFrom("connectionRequests")
          .select(["displayName", "username", "memberName", "avatarUrl"])
          .where(isTheirs(person))
          .execute();
        return requests.flatMap((request) => Object.values(request));
      },
      forget: (db, leaving) =>
        readAll(
          db.deleteFrom("connectionRequests").where(isTheirs(leaving)).returningAll(),
          (row): ConnectionRequest => withoutNulls(row),
        ),
      counted: (requests) =>
        requests.length > 0 && pluralize(requests.length, "request to connect", "requests to connect"),
      /** Their cards show them without names; an open one is over. */
      async afterwards(requests, ctx) {
        // Loaded only here: what opens the database for something else needs no commands.
        const { connection } = await import("./connection-request/kind.ts");
        const withdrawn = {
          state: "withdrawn",
          decidedByDiscordUserId: ctx.invoker.discordUserId,
          decidedAt: ctx.now(),
        } as const;
        const blank = { displayName: "", username: undefined, avatarUrl: undefined, memberName: "" };
        return connection.clearCards(requests, ctx, (request) => ({
          ...request,
          ...blank,
          ...(request.state === "open" && withdrawn),
        }));
      },
    }),
  },
} as const satisfies Partial<TableFacts>;

export const importTables = {
  importedPeople: {
    guild: true,
    person: keep({
      member: "discordUserId",
      read: (db, { guildId, discordUserId }) =>
        db
          .selectFrom("importedPeople")
          .select([
            "typedMember",
            "typedUser",
            "memberName",
            "userId",
            "displayName",
            "username",
            "state",
            "reason",
          ])
          .where((eb) => eb.and({ guildId, discordUserId }))
          .orderBy("importId")
          .execute(),
      shown: {
        rank: 9,
        name: "imports",
        describe: (lines) =>
          lines.length > 0 && `${formatCounted(lines, "line in an import", "lines in imports")}, for 7 days`,
      },
      exported: { as: "imports", write: (lines) => lines },
      async forget(db, leaving) {
        if (leaving.ids.size > 0) await dropImported(db, leaving, [...leaving.names, ...leaving.ids]);
      },
    }),
  },
  imports: {
    guild: true,
    person: keep({
      member: "discordUserId",
      read: (db, { guildId, discordUserId }) =>
        db
          .selectFrom("imports")
          .select(["source", "state", "linkKey", "createdAt"])
          .where((eb) => eb.and({ guildId, discordUserId }))
          .orderBy("createdAt")
          .execute(),
      shown: {
        rank: 10,
        name: "imports",
        describe: (begun, _settings, isOwn) =>
          begun.length > 0 &&
          (isOwn
            ? `${formatCounted(begun, "import")} you began, for 7 days; those who were connected stay so`
            : `${formatCounted(begun, "import")} they began, for 7 days; those who were connected stay so`),
      },
      exported: {
        as: "importsBegun",
        write: (begun, { at }) =>
          begun.map(({ createdAt, ...rest }) => ({ ...rest, begunAt: at(createdAt) })),
      },
      // It has their id only, and others are still being connected.
      forget: "nothing",
    }),
  },
} as const satisfies Partial<TableFacts>;
