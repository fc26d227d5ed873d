import type { ServerSetting } from "../../src/server-setting.ts";
import { labelAge } from "../../src/ui/time.ts";
import { showChannel } from "../settings/index.ts";
import { showSetup } from "../setup/index.ts";

const label = "Audit log channel";

export const auditSetting: ServerSetting = {
  name: "audit",
  label,
  rank: 1.3,
  async show(settings, ctx) {
    const channelId = settings.get("audit-channel");
    const setBy = settings.get("audit-channel-set-by");
    const texts = {
      none: "none",
      gone: "was deleted, so nothing is posted",
      note: setBy === undefined ? undefined : `chosen by <@${setBy}>`,
    };
    const { lines, isTroubled = false } = await showChannel(label, channelId, texts, ctx);
    const since = settings.get("audit-trouble");
    if (since === undefined) return { lines, isTroubled };
    const trouble = `⚠️ Posting there fails. Nothing is lost: it's all in ${ctx.commandMention("audit")}. ${labelAge("First failed", Number(since))}`;
    return { lines: channelId === undefined ? lines : [...lines, trouble], isTroubled: true };
  },
  ask: (ctx, locale) => showSetup({ locale, step: "audit" }, ctx),
};
