import { describe, expect, test } from "vitest";
import { databaseKinds } from "./test-databases.ts";
import { account, discordUserId, entry, guildId } from "./sample-rows.ts";
import { useStore } from "./with-store.ts";

const somebody = "777777777777777777";

describe.each(databaseKinds)("on %s", (kind) => {
  const { store } = useStore(kind);

  test("from the audit log, a person gets entries that they made or that name their ids, and no others", async () => {
    await store.accounts.connect({ ...account, userId: "after" }, ["mia"]);
    const entries = [
      { id: "by", discordUserId, detail: undefined },
      { id: "about", target: "after" },
      { id: "inside", detail: { people: [{ userId: "after" }] } },
      { id: "member", detail: { member: discordUserId } },
      { id: "field", detail: { after: "9001" } },
      { id: "case", detail: { userId: "AFTER" } },
      { id: "longer", detail: { userId: "thereafter", member: `${discordUserId}0` } },
      { id: "longer-target", target: "after2" },
    ];
    for (const each of entries) await store.audit.record({ ...entry, discordUserId: somebody, ...each });
    const { auditEntries } = await store.personalData.of(guildId, discordUserId, 100);
    expect(auditEntries.map(({ id }) => id).toSorted()).toEqual(["about", "by", "inside", "member"]);
  });

  test("who is forgotten also leaves imports where only their name was typed, however it was", async () => {
    await store.accounts.connect(
      { ...account, displayName: "Mía Kovač", username: "mia_k", memberName: "=" },
      ["mia kovac"],
    );
    const cells = ["MIA KOVAC", "@mía kovač", " Mía Kovač ", "'Mia_K", "MIA_K#1234", `<@${discordUserId}>`];
    const others = ["Mia", "Mia Kovac 2", ""];
    const begun = { id: "i1", guildId, linkKey: "cafe", workspaceId: "w", discordUserId: somebody } as const;
    await store.imports.create(
      { ...begun, source: "list", until: 0, createdAt: 0, sealedReplyToken: undefined },
      [...cells, ...others].flatMap((cell, index) => [
        { line: 2 * index + 1, typedMember: cell, typedUser: "Noor" },
        { line: 2 * index + 2, typedMember: "Noor", typedUser: cell },
      ]),
    );
    await store.forgetPerson({ guildId, userId: undefined, discordUserId, disconnects: false });
    const left = (await store.imports.people("i1")).flatMap(({ typedMember, typedUser }) =>
      [typedMember, typedUser].filter((cell) => cell !== "Noor"),
    );
    expect([...new Set(left)]).toEqual(others);
  });
});
