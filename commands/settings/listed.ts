import type { APIButtonComponentWithCustomId } from "discord.js";
import { MisuseError } from "../../src/errors.ts";
import { outdatedComponentText } from "../../src/interactions/components.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { ServerSetting, StoredSettings } from "../../src/server-setting.ts";
import { createButtonRow, createMenuRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createSettingsButton, settingIds } from "./ids.ts";

/** A setting that is one of a few. */
interface ListedSetting<V extends string> extends Omit<ServerSetting, "ask"> {
  readonly question: string;
  readonly describe: (settings: StoredSettings) => string;
  readonly choices: readonly { readonly name: string; readonly value: V }[];
  readonly getPresent: (settings: StoredSettings) => string | undefined;
  readonly choose: (value: V, ctx: GuildContext) => Promise<Reply>;
  /** Beside the way back. */
  readonly buttons?: () => readonly APIButtonComponentWithCustomId[];
}

export function defineListedSetting<V extends string>({
  question,
  describe,
  choices,
  getPresent,
  choose,
  buttons = () => [],
  ...setting
}: ListedSetting<V>): ServerSetting {
  return {
    ...setting,
    values: {
      [setting.name]: {
        getPresent,
        async choose(chosen, ctx) {
          const choice = choices.find(({ value }) => value === chosen);
          if (choice === undefined) throw new MisuseError(outdatedComponentText);
          return choose(choice.value, ctx);
        },
      },
      ...setting.values,
    },
    async ask({ store, guildId }) {
      const stored = await store.guildSettings.all(guildId);
      const present = getPresent(stored);
      return {
        embeds: [createEmbed({ title: question, description: describe(stored) })],
        components: [
          ...createMenuRow(
            settingIds.value.encode({ setting: setting.name }),
            "Choose",
            choices.map(({ name, value }) => ({ label: name, value, isChosen: value === present })),
          ),
          ...createButtonRow(...buttons(), createSettingsButton()),
        ],
      };
    },
  };
}
