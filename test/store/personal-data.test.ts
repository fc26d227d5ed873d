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
});
