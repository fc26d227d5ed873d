import { expect, test } from "vitest";
import { someContext } from "../support/render-context.ts";
import { renderChangePreview, renderCheck, renderRoles } from "../../commands/access/render.ts";
import { commands } from "../../commands/index.ts";
import { listCommands } from "../../commands/kit/command-list.ts";
import { canUse, tiers } from "../../src/interactions/access.ts";
import { toPayload } from "../../src/ui/reply.ts";
import { checkMessage } from "../../playground/discord/validate-message.ts";

const entries = listCommands(commands).flatMap((group) => group.entries);
const textOf = (reply: ReturnType<typeof renderCheck>) => reply.embeds?.[0]?.description ?? "";
const nameOf = ({ name, from }: (typeof entries)[number]) => `\`${from === "slash" ? `/${name}` : name}\``;

test("for every tier, each command is listed as allowed or not, as the router would decide", () => {
  for (const tier of tiers)
    for (const hasManageServer of [false, true]) {
      const standing = { tier, hasManageServer };
      const about = { discordUserId: "1", memberTier: standing, tierRoleIds: [], account: undefined };
      const check = (detail?: string) =>
        textOf(renderCheck({ ...about, entries, menuId: "access.check:1", detail }));
      expect(check().split("\n")).toHaveLength(3);
      const parts = ["can", "cannot"].flatMap((detail) => check(detail).split("\n\n").slice(1));
      const named = (start: string) => parts.filter((part) => part.startsWith(`**${start}`)).join("\n");
      for (const entry of entries) {
        const may = canUse(entry.access, standing);
        expect([tier, entry.name, named("Can use").includes(nameOf(entry))]).toEqual([tier, entry.name, may]);
        expect([tier, entry.name, named("Can't use").includes(nameOf(entry))]).toEqual([
          tier,
          entry.name,
          !may,
        ]);
      }
    }
});

test("a gain names each tier in between, and so does a loss", () => {
  const standing = { tier: "admin", hasManageServer: true } as const;
  const ask = (before: "none" | "admin", after: "none" | "admin", lacking: readonly string[] = []) =>
    textOf(
      renderChangePreview({
        change: { roleId: "5", before, after },
        mapped: before === "none" ? [] : [{ roleId: "5", tier: before }],
        givenByDiscord: false,
        memberTier: standing,
        tierAfter: standing,
        lacking,
      }),
    );
  const granted = [
    "log and find orders",
    "ask for time and to be connected",
    "gift activity",
    "approve connection requests and requests for time",
    "connect a whole team at once",
    "create roles in the workspace",
  ];
  for (const words of granted) {
    expect(ask("none", "admin")).toContain(words);
    expect(ask("admin", "none")).toContain(words);
  }
  expect(ask("none", "admin")).not.toContain("no longer");
  expect(ask("none", "admin")).toMatch(/see the task board.*delete ban comments.*change the task board/);
  expect(ask("none", "admin", ["getTaskboard", "listBanComments"])).not.toMatch(/task board|bans?\b/);
  expect(ask("admin", "none")).toContain("will no longer be able to log and find orders");
});

test("two hundred roles of each tier fit in one message", () => {
  const mapped = (["staff", "manager", "admin"] as const).flatMap((tier) =>
    Array.from({ length: 200 }, (_, index) => ({ roleId: `11000000000000${index + 10_000}`, tier })),
  );
  const reply = renderRoles(mapped, someContext());
  checkMessage({ ...toPayload(reply) }, { fileNames: [] });
  expect(textOf(reply).match(/and 194 more\n/g)).toHaveLength(3);
});

test("without any role, it says that Manage Server decides", () => {
  expect(textOf(renderRoles([], someContext()))).toContain("**Admins** · members with *Manage Server*");
});
