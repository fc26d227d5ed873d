import { formatSetting } from "../../../commands/settings/ids.ts";
import { defineListedSetting } from "../../../commands/settings/put.ts";
import type { StoredSettings } from "../../../src/store/guild-settings.ts";

declare module "../../../src/store/guild-settings.ts" {
  interface FeatureSettings {
    /** `on`, or `off`, as it is by default. */
    readonly "motto-shown": string;
  }
}

const read = (settings: StoredSettings) => (settings.get("motto-shown") === "on" ? "on" : "off");

export const mottoSetting = defineListedSetting({
  name: "mottos",
  label: "Mottos",
  rank: 4.3,
  show: (settings) => ({ lines: [formatSetting("Mottos", read(settings))] }),
  question: "Are mottos shown?",
  describe: (settings) => `Mottos are ${read(settings)} here.`,
  choices: [
    { name: "On", value: "on" },
    { name: "Off", value: "off" },
  ],
  getPresent: read,
  async choose(after, { store, guildId }) {
    await store.guildSettings.set(guildId, "motto-shown", after);
    return { content: `Mottos are ${after} now.` };
  },
});
