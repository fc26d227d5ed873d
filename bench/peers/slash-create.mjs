/** With slash-create, hooked into the gateway of a discord.js client. */
import { Client, Events } from "discord.js";
import {
  ButtonStyle,
  CommandOptionType,
  ComponentType,
  GatewayServer,
  SlashCommand,
  SlashCreator,
} from "slash-create";
import { clientOptions } from "./client-options.mjs";
import { menu, newestOrders, orderPage, titles } from "./orders.mjs";
import { postWhenTold } from "./posting.mjs";

class HelpCommand extends SlashCommand {
  constructor(creator) {
    super(creator, { name: "help", description: "Show what you may do here" });
  }

  async run(ctx) {
    const description = "`/order search` shows the newest orders.";
    await ctx.send({ embeds: [{ color: 0x4c6ef5, title: titles.help, description }], ephemeral: true });
  }
}

class OrderCommand extends SlashCommand {
  constructor(creator) {
    super(creator, {
      name: "order",
      description: "Orders of the workspace",
      options: [
        { type: CommandOptionType.SUB_COMMAND, name: "search", description: "Find orders, newest first" },
      ],
    });
  }

  async run(ctx) {
    await ctx.defer(true);
    const { title, description, footer, choices, buttons } = orderPage(await newestOrders());
    await ctx.send({
      embeds: [{ color: 0x4c6ef5, title, description, footer: { text: footer }, timestamp: new Date() }],
      components: [
        {
          type: ComponentType.ACTION_ROW,
          components: [
            {
              type: ComponentType.STRING_SELECT,
              custom_id: menu.id,
              placeholder: menu.placeholder,
              options: choices,
            },
          ],
        },
        {
          type: ComponentType.ACTION_ROW,
          components: buttons.map(({ id, label, disabled = false }) => ({
            type: ComponentType.BUTTON,
            style: ButtonStyle.SECONDARY,
            label,
            custom_id: id,
            disabled,
          })),
        },
      ],
    });
  }
}

const client = new Client(clientOptions);
const creator = new SlashCreator({
  applicationID: process.env.DISCORD_APPLICATION_ID,
  token: process.env.DISCORD_TOKEN,
  client,
  rest: { baseURL: `${process.env.DISCORD_API_URL}/v10` },
});
creator.on("error", fail);
creator.on("commandError", (_command, error) => fail(error));
creator.withServer(new GatewayServer((handler) => client.ws.on("INTERACTION_CREATE", handler)));
creator.registerCommands([HelpCommand, OrderCommand]);
await creator.syncCommands();

client.once(Events.ClientReady, () => process.stdout.write("ready\n"));
postWhenTold(client);
process.once("SIGTERM", () => process.exit(0));
await client.login(process.env.DISCORD_TOKEN);

function fail(error) {
  process.stderr.write(`${error}\n`);
}
