import { defineCommandGroup } from "../../src/interactions/define.ts";
import { history } from "./history.ts";
import { managersChannel } from "./managers-channel.ts";
import { orders } from "./orders.ts";
import { pictures } from "./pictures.ts";
import { requests } from "./requests.ts";
import { rewards } from "./rewards.ts";
import { show } from "./show.ts";
import { weekStart } from "./week-start.ts";
import { zone } from "./zone.ts";

export const settings = defineCommandGroup({
  name: "settings",
  description: "See and change this server's settings",
  subcommands: [show, managersChannel, requests, zone, weekStart, orders, history, rewards, pictures],
});
