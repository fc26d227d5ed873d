import { text } from "../../../commands/kit/options.ts";
import { defineFeature, type Feature } from "../../../src/feature.ts";
import { recordAudit } from "../../../src/interactions/audit.ts";
import { defineCommand } from "../../../src/interactions/define.ts";
import { mottoAudit } from "./audit.ts";
import { mottoSetting } from "./setting.ts";
import { createMottos, type Mottos } from "./store.ts";

/** @param place of its statements; a feature of the bot finds them in `ctx.store` */
export function createMottoFeature(place: { mottos?: Mottos }): Feature {
  const motto = defineCommand({
    name: "motto",
    description: "Choose your motto",
    options: { text: text("What it says").required().max(60) },
    access: "everyone",
    needs: "guild",
    ack: "ephemeral",
    operations: [],
    async run({ options }, ctx) {
      const { guildId, invoker, now } = ctx;
      await place.mottos?.set({
        guildId,
        discordUserId: invoker.discordUserId,
        text: options.text,
        setAt: now(),
      });
      const detail = { after: options.text };
      await recordAudit({ action: "motto.set", outcome: "done", detail }, ctx);
      return { content: "That's your motto now." };
    },
  });
  return defineFeature({
    commands: [motto],
    audit: mottoAudit,
    settings: [mottoSetting],
    createStores({ db }) {
      place.mottos = createMottos(db);
      return {};
    },
  });
}
