import type { KeptMonths } from "../../src/domain/snapshot-policy.ts";
import { embed } from "../../src/ui/embed.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";

export function describeKept(months: KeptMonths): string {
  return `Saved weeks are kept for ${months} months.`;
}

export function renderHistoryPreview(months: KeptMonths, old: number): Reply {
  return {
    embeds: [
      embed({
        title: `Keep saved weeks for ${months} months only?`,
        tone: "harmful",
        description: `${pluralize(old, "saved week")} of this server ${old === 1 ? "is" : "are"} older and will be deleted now. The workspace doesn't keep them, so they can't be restored. From then on, older weeks are deleted every hour.`,
      }),
    ],
  };
}

export function renderHistoryChosen(months: KeptMonths, removed: number, ctx: RenderContext): Reply {
  return receipt(
    {
      title: "History changed",
      verb: "Changed",
      lines: [
        describeKept(months),
        removed > 0 && `${pluralize(removed, "older week")} ${removed === 1 ? "was" : "were"} deleted.`,
      ],
    },
    ctx,
  );
}
