import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Theme } from "../../src/pictures/kit/colours.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { receipt } from "../../src/ui/receipt.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { parsePictureSetting } from "../boards/index.ts";

export const pictureChoices = [
  { name: "Dark pictures", value: "dark" },
  { name: "Light pictures", value: "light" },
  { name: "No pictures: text only", value: "off" },
] as const;

export async function choosePictures(after: Theme | "off", ctx: GuildContext): Promise<Reply> {
  const { store, guildId } = ctx;
  const before = parsePictureSetting(await store.guildSettings.get(guildId, "pictures"));
  if (after === before) return { content: `Pictures are already ${after} here. Nothing was changed.` };
  await store.guildSettings.set(guildId, "pictures", after);
  await recordAudit({ action: "settings.pictures", outcome: "done", detail: { before, after } }, ctx);
  const { title, line } = receipts[after];
  return receipt({ title, verb: "Changed", lines: [line] }, renderContext(ctx));
}

const receipts = {
  dark: {
    title: "Pictures are dark now",
    line: "Boards, calendars and profiles come with a dark picture; live messages get theirs at the next update.",
  },
  light: {
    title: "Pictures are light now",
    line: "Boards, calendars and profiles come with a light picture; live messages get theirs at the next update.",
  },
  off: {
    title: "Pictures turned off",
    line: "Boards, calendars and profiles are text only; live messages lose theirs at the next update.",
  },
} as const satisfies Readonly<Record<Theme | "off", { readonly title: string; readonly line: string }>>;
