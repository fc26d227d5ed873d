import type { Import } from "../../src/store/imports.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import { embed } from "../../src/ui/embed.ts";
import { joinParts } from "../../src/ui/lines.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { timestamp } from "../../src/ui/time.ts";

interface MenuIds {
  readonly paste: string;
  readonly match: string;
  readonly template: string;
}

const stateTexts: Readonly<Record<Import["state"], string>> = {
  checking: "is being checked",
  asking: "is checked and waits for you",
  connecting: "is being carried out",
  done: "is done",
  cancelled: "was replaced",
};

/** How people can be brought in. @param latest what the reader imported last */
export function renderImportMenu(
  latest: (Import & { readonly showId: string }) | undefined,
  { paste, match, template }: MenuIds,
  { commandMention }: Pick<RenderContext, "commandMention">,
): Reply {
  const at = latest && timestamp(Temporal.Instant.fromEpochMilliseconds(latest.createdAt), "R");
  const show =
    latest &&
    button({
      customId: latest.showId,
      label: latest.state === "done" ? "Show the last one" : "Continue",
      style: latest.state === "done" ? "secondary" : "primary",
    });
  return {
    embeds: [
      embed({
        title: "Bring in your team",
        description: joinParts(
          [
            `**A file.** Run ${commandMention("account import")} again and add it as \`file\`: a CSV with the Discord user and the workspace user of each person.`,
            "**A list.** Paste names, ids or profile links.",
            "**Matching names.** I suggest members who are called the same here and in the workspace.",
            "You'll see everyone before anybody is connected.",
            latest && `Your import from ${at} ${stateTexts[latest.state]}.`,
          ],
          "\n",
        ),
      }),
    ],
    components: buttonRow(
      ...(show === undefined ? [] : [show]),
      button({ customId: template, label: "Template" }),
      button({ customId: paste, label: "Paste a list" }),
      button({ customId: match, label: "Suggest matches" }),
    ),
  };
}
