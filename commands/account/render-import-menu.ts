import type { Import } from "../../src/store/imports.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import { embed } from "../../src/ui/embed.ts";
import { joinParts } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { timestamp } from "../../src/ui/time.ts";

interface MenuIds {
  readonly list: string;
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
  { list, match, template }: MenuIds,
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
        title: "Connect your team",
        description: joinParts(
          [
            "**A list.** Add a CSV file with the Discord user and the workspace user of each person, or paste names, ids or profile links.",
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
      button({ customId: list, label: "Add a list" }),
      button({ customId: template, label: "Get a template" }),
      button({ customId: match, label: "Suggest matches" }),
    ),
  };
}
