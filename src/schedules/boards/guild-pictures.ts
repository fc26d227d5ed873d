import type { GuildSettings } from "../../store/guild-settings.ts";

/** Whether a server wants pictures; true unless someone turned them off. */
export async function arePicturesOn(
  guildId: string,
  { guildSettings }: { readonly guildSettings: Pick<GuildSettings, "get"> },
): Promise<boolean> {
  return (await guildSettings.get(guildId, "pictures")) !== "off";
}
