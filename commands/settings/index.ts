import { renderContext } from "../../src/ui/render-context.ts";
import { chosenOrderRule } from "../../src/domain/order-status.ts";
import { keptMonthsOf } from "../../src/domain/snapshot-policy.ts";
import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import { readRewardSetting } from "../../src/weeks/reward-plan.ts";
import { checkChannel } from "../kit/post-channel.ts";
import { guildZone } from "../kit/zone-option.ts";
import { readWeekStart, weekStart, zone } from "./zone.ts";
import { renderSettings } from "./render-show.ts";
import { history } from "./history.ts";
import { managersChannel, requests } from "./channels.ts";
import { orders } from "./orders.ts";
import { pictures } from "./pictures.ts";
import { rewards } from "./rewards.ts";

const show = defineSubcommand({
  name: "show",
  description: "See this server's settings, and whether they work",
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run(_asked, ctx) {
    const settings = await ctx.store.guildSettings.all(ctx.guildId);
    const [managers, timeRequests, audit] = await Promise.all([
      checkChannel(settings.get("managers-channel"), ctx),
      checkChannel(settings.get("time-requests-channel"), ctx),
      checkChannel(settings.get("audit-channel"), ctx),
    ]);
    const trouble = settings.get("audit-trouble");
    const earned = readRewardSetting(settings.get("rewards"));
    const links = await ctx.store.guildLinks.list(ctx.guildId);
    return renderSettings(
      {
        managers,
        requests: timeRequests,
        audit,
        auditSetBy: settings.get("audit-channel-set-by"),
        auditTroubleSince: trouble === undefined ? undefined : Number(trouble),
        zone: await guildZone(ctx),
        orderRule: chosenOrderRule(settings),
        drawsPictures: settings.get("pictures") !== "off",
        keptMonths: keptMonthsOf(settings),
        rewards: earned,
        areRewardsStopped: earned !== undefined && !links.some(({ linkKey }) => linkKey === earned.linkKey),
        weekStart: readWeekStart(settings.get("week-start")),
      },
      renderContext(ctx),
    );
  },
});

export const settings = defineCommandGroup({
  name: "settings",
  description: "See and change this server's settings",
  subcommands: [show, managersChannel, requests, zone, weekStart, orders, history, rewards, pictures],
});
