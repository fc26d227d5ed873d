import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  renderAccount,
  renderRequested,
  renderConnected,
  renderConnectPreview,
  renderDisconnected,
  renderDisconnectPreview,
  renderRequestPreview,
} from "../../commands/account/render.ts";
import { describeWaiting, renderRequest } from "../../commands/account/connection-request/card.ts";
import { createAskButton } from "../../commands/account/list.ts";
import { renderAccounts } from "../../commands/account/render-list.ts";
import { formatAccountLabel, formatPlainPerson, describePerson } from "../../src/ui/people.ts";
import type { ConnectionRequest } from "../../commands/account/connection-request/store.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import {
  accountOf,
  anyAccount,
  namesOfMachines,
  namesOfOne,
  someMember,
  aboutNow,
  hostileText,
  maybe,
} from "../support/arbitraries.ts";
import { someContext } from "../support/render-context.ts";

const states = ["open", "approved", "declined", "withdrawn", "expired"] as const;

const anyClaim: fc.Arbitrary<ConnectionRequest> = fc
  .tuple(anyAccount, fc.constantFrom(...states), maybe(hostileText))
  .map(([account, state, reason]) => ({
    ...account,
    id: "x".repeat(22),
    channelId: "1100000000000000401",
    cardChannelId: undefined,
    cardMessageId: undefined,
    createdAt: aboutNow.epochMilliseconds,
    state,
    decidedByDiscordUserId: state === "open" ? undefined : someMember,
    decidedAt: state === "open" ? undefined : aboutNow.epochMilliseconds,
    reason,
    toldAt: undefined,
  }));

const roles = ["1".repeat(20), "2".repeat(20), "3".repeat(20)] as const;

const within = (reply: Parameters<typeof expectWithinLimits>[0]): void =>
  expectWithinLimits(reply, [someMember, ...roles.map((roleId) => `&${roleId}`)]);

describe("whatever people are called", () => {
  it("cards, previews and receipts about accounts fit in a message and ping nobody", () => {
    fc.assert(
      fc.property(anyAccount, (account) => {
        within(renderRequestPreview(account));
        within(renderRequested({ person: account, isPosted: false, canTellHere: false }, someContext()));
        within(renderConnectPreview(account, account));
        within(renderConnected(account, someContext()));
        for (const isOwn of [true, false]) within(renderAccount(account, isOwn));
        for (const isOwn of [true, false]) within(renderDisconnectPreview(account, isOwn, someContext()));
        within(renderDisconnected(account, someContext()));
      }),
    );
  });

  it("a request's card fits in a message, decided or not", () => {
    fc.assert(
      fc.property(anyClaim, (claim) => {
        within(renderRequest({ ...claim, told: "private" }));
        for (const isOwn of [true, false]) within({ content: describeWaiting(claim, isOwn) });
      }),
    );
  });

  it("a page of accounts and of open requests fits in a message", () => {
    fc.assert(
      fc.property(
        fc.array(anyAccount, { maxLength: 10 }),
        fc.array(anyClaim, { maxLength: 5 }),
        fc.nat(500),
        (entries, waiting, moreWait) => {
          within(
            renderAccounts(
              {
                page: { entries, index: 0, count: 2, total: 11 },
                waiting,
                allWaiting: waiting.length + moreWait,
                coverage: {
                  roles: [
                    { roleId: roles[0], members: 4_000, connected: 12, asked: 3 },
                    { roleId: roles[1], members: 40, connected: 1, asked: 0 },
                    { roleId: roles[2], members: 3, connected: 3, asked: 0 },
                  ],
                  unchecked: 7,
                  missing: entries.map(({ discordUserId }) => discordUserId),
                },
                openId: "account.list.open",
                askButton: createAskButton("secondary"),
                requestsId: "account.requests",
                createCustomId: (page) => `account.list.page:${page}`,
              },
              someContext(),
            ),
          );
        },
      ),
    );
  });

  it("of many open requests, those that aren't shown are counted", () => {
    const name = "名".repeat(60);
    const [sample] = fc.sample(anyClaim, 1);
    if (sample === undefined) throw new Error("no request was made");
    const of = (displayName: string): string | undefined => {
      const waiting = Array.from({ length: 5 }, () => ({ ...sample, displayName, userId: "7".repeat(64) }));
      const { embeds } = renderAccounts(
        {
          page: { entries: [], index: 0, count: 1, total: 0 },
          waiting,
          allWaiting: 100,
          coverage: undefined,
          openId: "account.list.open",
          askButton: createAskButton("secondary"),
          requestsId: "account.requests",
          createCustomId: (page) => `account.list.page:${page}`,
        },
        someContext(),
      );
      return embeds?.[0]?.fields?.[0]?.value.split("\n").at(-1);
    };
    expect(of("Mia")).toBe("-# … and 95 more");
    expect(of(name)).toBe("-# … and 96 more");
  });

  it("says of a role's members who aren't connected that none changed anything, not that none is here", () => {
    const { embeds } = renderAccounts(
      {
        page: { entries: [], index: 0, count: 1, total: 0 },
        waiting: [],
        allWaiting: 0,
        coverage: {
          roles: [{ roleId: roles[0], members: 3, connected: 0, asked: 0 }],
          unchecked: 0,
          missing: [],
        },
        openId: "account.list.open",
        askButton: createAskButton("secondary"),
        requestsId: "account.requests",
        createCustomId: (page) => `account.list.page:${page}`,
      },
      someContext(),
    );
    const missing = embeds?.[0]?.fields?.find(({ name }) => name.startsWith("Not connected yet"));
    expect(missing?.value).toMatch(
      /^None of them has changed anything with me in the last 90 days\.\n-# I keep no record of who only looks things up\./,
    );
  });

  it("a person's label fits on a button, with the whole id", () => {
    fc.assert(
      fc.property(anyAccount, (account) => {
        const label = formatAccountLabel(account);
        expect(label.length).toBeLessThanOrEqual(80);
        expect(label.endsWith(account.userId)).toBe(true);
      }),
    );
  });

  it("a person without a visible name is someone, and in plain text goes by the id", () => {
    const names = new Map([["4711", { userId: "4711", displayName: "\u200b" }]]);
    expect(describePerson("4711", names)).toBe("someone");
    expect(formatPlainPerson("4711", names)).toBe("User 4711");
  });
});

describe("a person in words", () => {
  it.each([
    ["4711", `<@${someMember}>`, "Mia"],
    ["4713", "Rosa \\*", "Rosa *"],
    ["4712", "someone", "User 4712"],
    ["2", "Kiosk", "Kiosk"],
  ])("with id %s is %s", (userId, words, plainly) => {
    const names = new Map([
      ...namesOfMachines,
      ...namesOfOne(),
      ["4713", { userId: "4713", displayName: "Rosa *" }],
    ]);
    expect(describePerson(userId, names)).toBe(words);
    expect(formatPlainPerson(userId, names)).toBe(plainly);
  });

  it("can't format text or mention anyone with a name", () => {
    const names = new Map([["4711", { userId: "4711", displayName: "**@everyone** <@1>" }]]);
    expect(describePerson("4711", names)).toBe("\\*\\*\\@everyone\\*\\* \\<\\@1\\>");
  });
});

it("a declined request's card says who did it, why, and whether the member was notified", () => {
  const claim: ConnectionRequest = {
    ...accountOf(),
    id: "x".repeat(22),
    channelId: "1100000000000000401",
    cardChannelId: undefined,
    cardMessageId: undefined,
    createdAt: aboutNow.epochMilliseconds,
    state: "declined",
    decidedByDiscordUserId: "1100000000000000202",
    decidedAt: aboutNow.epochMilliseconds,
    reason: "Another Mia",
    toldAt: undefined,
  };
  const [card] = renderRequest({ ...claim, told: "private" }).embeds ?? [];
  expect(card?.title).toBe("Request declined");
  expect(card?.description).toMatch(
    /🚫 Declined by <@1100000000000000202> · <t:\d+:R> \(<t:\d+:f>\)\nReason: Another Mia\nI told them in a private message\./,
  );
});
