/**
 * With discord.js alone, as someone writes it who looks for speed: no intents, plain objects, one reply, undici for the
 * service, and zod for what it answers.
 */
import { Client, Events, MessageFlags } from "discord.js";
import { request } from "undici";
import { z } from "zod";
import { clientOptions } from "./client-options.mjs";
import { menu, newestFirst, orderPage, titles } from "./orders.mjs";
import { postWhenTold } from "./posting.mjs";

const Orders = z.array(
  z.object({
    _id: z.string(),
    order_number: z.number().nullish(),
    items: z.array(z.string()),
    submitted_by: z.string().nullish(),
    status: z.string().nullish(),
    customer: z.string().nullish(),
    prepared_by: z.string().nullish(),
    picked_up_by: z.string().nullish(),
    game_id: z.string().nullish(),
    createdAt: z.iso.datetime({ offset: true }),
    updatedAt: z.iso.datetime({ offset: true }).nullish(),
  }),
);
const colour = 0x4c6ef5;
const secondary = 2;
const row = (components) => ({ type: 1, components });

const commands = {
  async help(interaction) {
    const embed = {
      color: colour,
      title: titles.help,
      description: "`/order search` shows the newest orders.",
    };
    await interaction.reply({ embeds: [embed], flags: MessageFlags.Ephemeral });
  },

  async order(interaction) {
    const { statusCode, body } = await request(
      `${process.env.WORKSPACE_API_URL}/players/orders/bench/search`,
      { headers: { authorization: "Bearer bench" } },
    );
    if (statusCode !== 200) throw new Error(`the service answered with ${statusCode}`);
    const { title, description, footer, choices, buttons } = orderPage(
      newestFirst(Orders.parse(await body.json())),
    );
    const embed = {
      color: colour,
      title,
      description,
      footer: { text: footer },
      timestamp: new Date().toISOString(),
    };
    const components = [
      row([{ type: 3, custom_id: menu.id, placeholder: menu.placeholder, options: choices }]),
      row(
        buttons.map(({ id, label, disabled = false }) => ({
          type: 2,
          style: secondary,
          custom_id: id,
          label,
          disabled,
        })),
      ),
    ];
    await interaction.reply({ embeds: [embed], components, flags: MessageFlags.Ephemeral });
  },
};

const client = new Client({ ...clientOptions, intents: [] });
client.once(Events.ClientReady, () => process.stdout.write("ready\n"));
client.on(Events.InteractionCreate, (interaction) => {
  if (!interaction.isChatInputCommand()) return;
  commands[interaction.commandName]?.(interaction).catch((error) => process.stderr.write(`${error}\n`));
});
postWhenTold(client);
process.once("SIGTERM", () => process.exit(0));
await client.login(process.env.DISCORD_TOKEN);
