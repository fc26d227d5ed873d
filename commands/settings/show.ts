import { renderContext } from "../../src/ui/render-context.ts";
import { chosenOrderRule } from "../../src/domain/order-status.ts";
import { keptMonthsOf } from "../../src/domain/snapshot-policy.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { readRewardSetting } from "../../src/weeks/reward-setting.ts";
import { checkChannel } from "../kit/post-channel.ts";
import { guildZone } from "../kit/zone-option.ts";
import { readWeekStart } from "./week-start.ts";
import { renderSettings } from "./render-show.ts";

export const show = defineSubcommand({
  name: "show",
  description: "See this server's settings, and whether they work",
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run(_asked, ctx) {
    const settings = await ctx.store.guildSettings.all(ctx.guildId);
    const [managers, requests, audit] = await Promise.all([
      checkChannel(settings.get("managers-channel"), ctx),
      checkChannel(settings.get("time-requests-channel"), ctx),
      checkChannel(settings.get("audit-channel"), ctx),
    ]);
    const trouble = settings.get("audit-trouble");
    return renderSettings(
      {
        managers,
        requests,
        audit,
        auditSetBy: settings.get("audit-channel-set-by"),
        auditTroubleSince: trouble === undefined ? undefined : Number(trouble),
        zone: await guildZone(ctx),
        orderRule: chosenOrderRule(settings),
        drawsPictures: settings.get("pictures") !== "off",
        keptMonths: keptMonthsOf(settings),
        rewards: readRewardSetting(settings.get("rewards")),
        weekStart: readWeekStart(settings.get("week-start")),
      },
      renderContext(ctx),
    );
  },
});
