import { playgroundIds } from "../../playground/discord/index.ts";
import type { Harness } from "./harness.ts";

/** Until it is disposed, the playground's server has no pictures, so that texts say everything. */
export async function withoutPictures(harness: Harness): Promise<AsyncDisposable> {
  const { guildId } = playgroundIds;
  // A restart in between opens another store.
  const settings = () => harness.app.ctx.store.guildSettings;
  await settings().set(guildId, "pictures", "off");
  return { [Symbol.asyncDispose]: async () => void (await settings().remove(guildId, "pictures")) };
}
