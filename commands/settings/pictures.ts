import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { receipt } from "../../src/ui/receipt.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { arePicturesOn } from "../schedule/boards/board.ts";

export const pictureChoices = [
  { name: "On: boards and cards come with a picture", value: "on" },
  { name: "Off: text only", value: "off" },
] as const;

export async function choosePictures(after: "on" | "off", ctx: GuildContext): Promise<Reply> {
  const { store, guildId } = ctx;
  const before = (await arePicturesOn(guildId, store)) ? "on" : "off";
  if (after === before) return { content: `Pictures are already ${after} here. Nothing was changed.` };
  await store.guildSettings.set(guildId, "pictures", after);
  await recordAudit({ action: "settings.pictures", outcome: "done", detail: { before, after } }, ctx);
  const lines =
    after === "on"
      ? ["Boards, calendars and profiles come with a picture; live messages get theirs at the next update."]
      : ["Boards, calendars and profiles are text only; live messages lose theirs at the next update."];
  return receipt({ title: `Pictures turned ${after}`, verb: "Changed", lines }, renderContext(ctx));
}
