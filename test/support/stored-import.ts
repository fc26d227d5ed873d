import type { AppContext } from "../../src/context.ts";
import { playgroundIds } from "../../playground/discord/index.ts";

/** An import of one person whom nobody knows, which is checked and waits for who began it. */
export async function storeImport(
  { store, now, newId }: Pick<AppContext, "store" | "now" | "newId">,
  discordUserId: string,
  { workspaceId }: { readonly workspaceId: string },
): Promise<string> {
  const id = newId();
  const { guildId } = playgroundIds;
  const begun = { id, guildId, linkKey: "cafe", workspaceId, discordUserId, source: "list" } as const;
  const person = { line: 1, typedMember: "nobody", typedUser: "nobody" };
  await store.imports.create({ ...begun, until: 0, createdAt: now(), sealedReplyToken: undefined }, [person]);
  await store.imports.advance(id, "checking", "asking", 0);
  return id;
}
