/** What the two fast variants show: plain objects, from what undici reads of the service and zod has checked. */
import { request } from "undici";
import { z } from "zod";
import { menu, newestFirst, orderPage, titles } from "./orders.mjs";

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
const ephemeral = 64;
const row = (components) => ({ type: 1, components });

/** The message of each command, by its name. */
export const answers = {
  async help() {
    const embed = {
      color: colour,
      title: titles.help,
      description: "`/order search` shows the newest orders.",
    };
    return { embeds: [embed], flags: ephemeral };
  },

  async order() {
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
    return { embeds: [embed], components, flags: ephemeral };
  },
};
