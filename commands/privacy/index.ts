import { parseKeptMonths } from "../weeks/snapshot-policy.ts";
import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createDisconnectButtons, disconnectComponents } from "../account/disconnect.ts";
import { createWithdrawButtons, withdrawButton } from "../account/request/withdraw.ts";
import { defineGuildButton, defineOtherServers, rememberHome, readServerName } from "../kit/guild-button.ts";
import { exportButton, exportData } from "./export.ts";
import { forgetButton, forgetConfirmation, forget, forgetPerson } from "./forget.ts";
import { maxEntries, renderKept } from "./render-kept.ts";

/** Shows it again; in a private message, for the server that was chosen. */
const showButton = defineGuildButton({
  name: "privacy.show",
  access: "everyone",
  needs: "guild",
  ack: "update",
  async run(ctx) {
    await rememberHome(ctx);
    return showKept(ctx);
  },
});

const otherServers = defineOtherServers("privacy.servers", {
  access: "everyone",
  anywhere: showButton.createId,
});

async function showKept(ctx: GuildContext): Promise<Reply> {
  const { store, guildId, invoker } = ctx;
  const [kept, settings, serverName] = await Promise.all([
    store.personalData.of(guildId, invoker.discordUserId, maxEntries),
    store.guildSettings.all(guildId),
    readServerName(ctx),
  ]);
  const openRequest = kept.requests.find(({ state }) => state === "open");
  const view = { kept, months: parseKeptMonths(settings), serverName };
  return {
    ...renderKept(view),
    components: createButtonRow(
      createButton({ customId: exportButton.createId(guildId), label: "Download my data" }),
      createButton({ customId: forgetButton.createId(guildId), label: "Forget me…" }),
      ...(kept.account === undefined
        ? createWithdrawButtons(openRequest, ctx)
        : createDisconnectButtons(invoker.discordUserId, ctx)),
      ...(await otherServers.buttons(ctx)),
    ),
  };
}

const show = defineSubcommand({
  name: "show",
  description: "See what I keep about you, why and until when",
  // What is kept of someone doesn't depend on what they may do here.
  access: "everyone",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: [
    showButton.component,
    otherServers.component,
    exportButton.component,
    forgetButton.component,
    ...disconnectComponents,
    withdrawButton,
    ...forgetConfirmation.components,
  ],
  run: (_asked, ctx) => showKept(ctx),
});

export const privacy = defineCommandGroup({
  name: "privacy",
  description: "See, export and delete what I keep about you",
  anywhere: showButton.createId,
  subcommands: [show, exportData, forget, forgetPerson],
});
