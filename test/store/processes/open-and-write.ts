import { openStore } from "../../../commands/store.ts";

/** Opens the store of the folder given, then writes audit entries without end, saying each id once it is stored. */
const [dataFolder = ""] = process.argv.slice(2);
const store = await openStore({ databaseUrl: undefined, dataFolder, now: Date.now });
process.stdout.write("open\n");

for (let number = 0; ; number++) {
  await store.audit.record({
    id: `${process.pid}-${number}`,
    guildId: "1",
    workspaceId: undefined,
    discordUserId: "2",
    action: "test",
    target: undefined,
    outcome: "done",
    detail: { filler: "x".repeat(500) },
    reference: undefined,
    at: number,
  });
  process.stdout.write(`${process.pid}-${number}\n`);
}
