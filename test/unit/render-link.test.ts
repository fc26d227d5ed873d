import { expect, test } from "vitest";
import { renderAccess } from "../../commands/link/render-access.ts";
import { renderRemovalQuestion, renderRemoved } from "../../commands/link/render-remove.ts";
import { renderLinked, renderNotStored, whyNotStored } from "../../commands/link/render-set.ts";
import { renderNotLinked, renderStatus } from "../../commands/link/render-status.ts";
import { tryAgainRow } from "../../commands/link/try-again-button.ts";
import { ApiError, type ApiFailure, ContractError } from "../../src/api/errors.ts";
import { type Answer, toPayload } from "../../src/interactions/answer.ts";
import { checkMessage } from "../../src/playground/discord/check-message.ts";

const now = Date.parse("2026-03-12T09:00:00Z");
const words = { now: () => now, commandMention: (path: string) => `/${path}` };
const workspaceId = "64b000000000000000000001";
const link = {
  guildId: "1",
  workspaceId,
  sealedToken: "sealed",
  linkedByDiscordUserId: "201",
  linkedAt: now,
};
const days = (count: number) => Temporal.Instant.fromEpochMilliseconds(now + count * 86_400_000);
const linked = { link, previous: undefined, keyEndsAt: undefined, mayNotReadCalendar: false };
const textOf = (answer: Answer) => JSON.stringify(answer.embeds);
const linkedUntil = (endsInDays: number) =>
  textOf(renderLinked({ ...linked, keyEndsAt: days(endsInDays) }, words));

test("the receipt of a link shows workspace, person and time, and never what was sealed", () => {
  const text = textOf(renderLinked(linked, words));
  for (const fact of [workspaceId, "<@201>", "<t:1773306000:R>", "/link access"])
    expect(text).toContain(fact);
  expect(text).not.toContain('sealed\\"');
  expect(text).not.toContain("The key ends");
});

test("the receipt says what the link replaces", () => {
  const previous = { ...link, linkedByDiscordUserId: "202" };
  expect(textOf(renderLinked({ ...linked, previous }, words))).toContain("replaces the key that <@202> set");
  const other = { ...previous, workspaceId: "old" };
  expect(textOf(renderLinked({ ...linked, previous: other }, words))).toContain(
    "workspace `old` that <@202> made",
  );
});

test("a key that ends soon or has ended is said to, one that ends late is not urgent", () => {
  expect(linkedUntil(-1)).toContain("❌ it ended");
  expect(linkedUntil(3)).toContain("⚠️ it ends");
  expect(linkedUntil(3)).toContain("replaced soon");
  expect(linkedUntil(300)).not.toContain("replaced soon");
});

test("every way a trial can fail says that nothing was stored", () => {
  const failures: readonly ApiFailure[] = [
    "unauthorized",
    "forbidden",
    "not-found",
    "rejected",
    "rate-limited",
    "unavailable",
    "unreachable",
    "cut",
    "timeout",
    "too-large",
    "bad-id",
  ];
  for (const failure of failures) {
    expect(whyNotStored(new ApiError("getCalendar", failure), workspaceId)).toContain("nothing was stored");
  }
  expect(whyNotStored(new ContractError("getCalendar", []), workspaceId)).toContain("nothing was stored");
});

test("a wrong id that does not look like one is pointed out", () => {
  const failure = new ApiError("getCalendar", "not-found");
  expect(whyNotStored(failure, "my-cafe")).toContain("usually have 24 characters");
  expect(whyNotStored(failure, workspaceId)).not.toContain("usually");
});

test("a used up limit says how long to wait", () => {
  const failure = new ApiError("getCalendar", "rate-limited", { retryAfterMs: 22_300 });
  expect(whyNotStored(failure, workspaceId)).toContain("in 23 seconds");
});

test("the way back into the form keeps the workspace id only where a button can hold it", () => {
  expect(JSON.stringify(tryAgainRow(workspaceId))).toContain(`link.try-again:${workspaceId}`);
  expect(JSON.stringify(tryAgainRow("🙂".repeat(50)))).toContain('"link.try-again:"');
  expect(JSON.stringify(tryAgainRow("a1".repeat(32)))).toContain('"link.try-again:"');
  expect(JSON.stringify(tryAgainRow("\ud800"))).toContain('"link.try-again:"');
});

test("the status says in words whether the link works", () => {
  const status = { link, keyEndsAt: undefined, roleIds: ["9"] };
  const shown = (health: Parameters<typeof renderStatus>[0]["health"]) =>
    textOf(renderStatus({ ...status, health }, words));
  expect(shown({ state: "works", durationMs: 182 })).toContain(
    "answered within 182 ms and takes this server's key",
  );
  expect(shown({ state: "works", durationMs: 1_240 })).toContain("within 1.2 seconds");
  expect(shown({ state: "limited", durationMs: 5 })).toContain("keeps the calendar from it");
  expect(shown({ state: "broken", text: "No answer." })).toContain("❌ No answer.");
  expect(textOf(renderNotLinked("/link set"))).toContain("Then run /link set");
});

test("a removal says what goes, and what stays unless everything goes", () => {
  const some = textOf(renderRemovalQuestion({ link, everything: false }));
  expect(some).toContain("staff roles stay");
  const all = textOf(renderRemovalQuestion({ link, everything: true }));
  expect(all).toContain("the record of who changed what, open questions and the staff roles");
  expect(textOf(renderRemoved("already-gone", workspaceId, "201", "/link set"))).toContain(
    "I changed nothing",
  );
});

test("roles are shown as mentions, and a long list is counted", () => {
  const roleIds = Array.from(
    { length: 40 },
    (_, index) => `11000000000000003${String(index).padStart(2, "0")}`,
  );
  const answer = renderAccess(
    { roleIds, add: { roleId: "7", changed: true }, remove: undefined },
    "/link access",
  );
  expect(textOf(answer)).toContain("<@&1100000000000000300>");
  expect(textOf(answer)).toContain("and 10 more");
  checkMessage({ ...toPayload(answer) }, { fileNames: [] });
});

test("an id of any length leaves every message within Discord's limits", () => {
  const long = { ...link, workspaceId: "`*_".repeat(2_000) };
  const answers = [
    renderLinked({ ...linked, link: long, previous: { ...long, workspaceId: "x".repeat(9_000) } }, words),
    renderNotStored(
      whyNotStored(new ApiError("getCalendar", "not-found"), long.workspaceId),
      long.workspaceId,
    ),
    renderRemovalQuestion({ link: long, everything: true }),
    renderRemoved("removed", long.workspaceId, "201", "/link set"),
  ];
  for (const answer of answers) checkMessage({ ...toPayload(answer) }, { fileNames: [] });
});
