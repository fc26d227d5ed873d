import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { Outcome, SeenMessage } from "../../playground/discord/member-types.ts";
import type { Fault } from "../../playground/service/faults.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { optionsOf, type Samples, samplesOf } from "../support/access/command-options.ts";
import { until } from "../support/wait-for.ts";

type Untimed<Each> = Each extends Fault ? Omit<Each, "operation" | "times"> : never;
type Trouble = Untimed<Fault>;

const troubles: Readonly<Record<string, Trouble>> = {
  "refuses the key": { kind: "status", status: 401 },
  "does not allow it": { kind: "status", status: 403 },
  "has nothing with that id": { kind: "status", status: 404 },
  "finds it wrong": { kind: "status", status: 400, message: "no *such* thing" },
  "has its limit used up": { kind: "status", status: 429, resetSeconds: 23 },
  fails: { kind: "status", status: 500 },
  "breaks off before": { kind: "cut" },
  "breaks off after": { kind: "cut", when: "after" },
  "answers a web page": { kind: "nonsense", form: "html" },
  "answers in another shape": { kind: "nonsense", form: "wrong-shape", when: "after" },
  "says that it did not": { kind: "unsuccessful" },
};

/** Slash commands that reach the service by themselves. */
const paths = commands.flatMap((command) =>
  command.kind === "slash"
    ? [...command.handlers].flatMap(([sub, { operations }]) =>
        operations.length === 0 ? [] : [`${command.json.name} ${sub}`.trim()],
      )
    : [],
);

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  const [user] = harness.service.state.users.values();
  await connectAccount(harness.app.ctx, {
    discordUserId: playgroundIds.ada,
    userId: user?.id ?? "",
    displayName: "Ada",
    memberName: "Ada",
  });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  harness.service.faults.clear();
  // A limit that was used up in the test before is over.
  harness.clock.advance(61_000);
});

const ada = () => harness.as("ada");

function samples(): Samples {
  const { mia, sam, staffRole, orders, calendar } = playgroundIds;
  return {
    ...samplesOf(harness.service),
    memberId: mia,
    freeMemberId: sam,
    roleId: staffRole,
    channelId: orders,
    postChannelId: calendar,
    scheduleId: "none",
  };
}

const run = (path: string) => ada().run(path, optionsOf(path, samples()));
const confirmButton = (message: SeenMessage | undefined) =>
  message?.buttons.find(({ customId }) => customId !== undefined && /\.confirm[!#:]/.test(customId));

/** An answer in words, by the person's own message or a new one; a bug of ours is none. */
async function expectReply(outcome: Outcome): Promise<void> {
  expect(outcome.kind).not.toBe("failed");
  if (outcome.kind === "form") return;
  await until("the answer is final", () =>
    ada()
      .read()
      .every(({ thinking }) => !thinking),
  );
  const newest = ada().read().at(-1)?.text ?? "";
  expect(newest.trim()).not.toBe("");
  expect(newest).not.toContain("Something broke on our side");
}

test.each(paths.flatMap((path) => Object.keys(troubles).map((what) => [path, what] as const)))(
  "/%s ends with a sentence when the service %s, before and after its preview",
  async (path, what) => {
    const trouble = troubles[what];
    if (trouble === undefined) throw new Error("there is no such trouble");
    harness.service.faults.add({ ...trouble, times: 1_000 });
    await expectReply(await run(path));

    harness.service.faults.clear();
    harness.clock.advance(61_000);
    const asked = await run(path);
    const question = asked.kind === "message" ? asked.message : undefined;
    const confirm = confirmButton(question);
    if (question === undefined || confirm === undefined) return;
    const before = harness.service.requests.length;
    harness.service.faults.add({ ...trouble, times: 1_000 });
    await expectReply(await ada().press(question, confirm.label));
    const writes = harness.service.requests
      .slice(before)
      .filter(({ method, status }) => method !== "GET" && status !== 429);
    // Nothing that may have happened is sent again.
    expect(writes.length).toBeLessThanOrEqual(1);
  },
);
