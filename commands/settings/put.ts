import type { APIButtonComponentWithCustomId } from "discord.js";
import { MisuseError } from "../../src/errors.ts";
import { outdatedComponentText } from "../../src/interactions/components.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { ServerSetting } from "../../src/server-setting.ts";
import type { StoredSettings } from "../../src/store/guild-settings.ts";
import { changedAgainText } from "../../src/ui/receipt.ts";
import { createButton, createButtonRow, createMenuRow } from "../../src/ui/buttons.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createSettingsButton, renderSettingNote, settingIds } from "./ids.ts";
import { createEmbed } from "../../src/ui/embed.ts";

declare module "../../src/context.ts" {
  interface AppContext {
    /** Those of all features, in the order in which they are shown. */
    readonly serverSettings: readonly ServerSetting[];
  }
}

/**
 * Changes a setting; the receipt says how to undo it.
 * @param name of a value
 * @param changedTo not if it is something else by now; an empty one means none
 */
export async function putSetting(
  name: string,
  value: string,
  ctx: GuildContext,
  changedTo?: string,
): Promise<Reply> {
  const { setting, declared } = findValue(name, ctx);
  const read = async () => declared.getPresent(await ctx.store.guildSettings.all(ctx.guildId));
  const before = await read();
  if (changedTo !== undefined && changedTo !== (before ?? "")) return renderSettingNote(changedAgainText);
  const reply = await declared.choose(value, ctx);
  // A preview has its own buttons.
  if ((reply.components ?? []).length > 0) return reply;
  const after = await read();
  const isChanged = after !== before;
  const undo = { setting: name, value: before ?? "", changedTo: after ?? "" };
  const wayBack =
    before !== undefined || declared.canBeOff
      ? createButton({
          customId: settingIds.undo.encode(undo),
          label: before === undefined ? "Turn off" : "Undo",
        })
      : createButton({
          customId: settingIds.open.encode({ setting: setting.name }),
          label: "Choose again",
        });
  return {
    ...reply,
    components: createButtonRow(...(isChanged ? [wayBack] : []), createSettingsButton()),
  };
}

function findValue(name: string, { serverSettings }: GuildContext) {
  for (const setting of serverSettings) {
    const declared = setting.values?.[name];
    if (declared !== undefined) return { setting, declared };
  }
  throw new MisuseError(outdatedComponentText);
}

/** @throws MisuseError if there is none of this name */
export function findSetting(name: string | undefined, { serverSettings }: GuildContext): ServerSetting {
  const found = serverSettings.find((setting) => setting.name === name);
  if (found === undefined) throw new MisuseError(outdatedComponentText);
  return found;
}

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
