import { escapeMarkdown } from "../../../src/ui/escape.ts";
import { joinParts, subtext } from "../../../src/ui/lines.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { labelAge } from "../../../src/ui/time.ts";
import type { CalendarAddress } from "./store.ts";

/** @param isReplaced an earlier address ended with it */
export function renderAddress(url: string, workspaceName: string, isReplaced: boolean): Reply {
  return {
    content: joinParts(
      [
        `✅ **Your calendar address for ${escapeMarkdown(workspaceName, 60)}**`,
        // In a code block, nothing opens it, and it is copied with one tap.
        `\`\`\`\n${url}\n\`\`\``,
        "In your calendar app, add a calendar *from URL* or *by subscription* and paste this. It shows when weeks end, your assignments and this server's events, and follows what changes.",
        "Whoever has this address can read your calendar. If someone else got it, press *New address*: this one then stops working.",
        isReplaced && "Your earlier address no longer works.",
        subtext("I keep no copy of it, so I can't show it again."),
      ],
      "\n",
    ),
  };
}

/** @param workspaceName `undefined` if it was just unlinked */
export function renderAddressKept(
  { madeAt, readAt }: Pick<CalendarAddress, "madeAt" | "readAt">,
  workspaceName: string | undefined,
): Reply {
  const about = workspaceName === undefined ? "" : ` for **${escapeMarkdown(workspaceName, 60)}**`;
  return {
    content: joinParts(
      [
        `You have a calendar address${about}.`,
        labelAge("Made", madeAt),
        readAt === undefined ? "No calendar app has read it yet." : labelAge("Last read by an app", readAt),
        "I keep no copy of it, so I can't show it again. *New address* makes another one, and the one you have stops working.",
      ],
      "\n",
    ),
  };
}

export function renderAddressOff(wasOn: boolean): Reply {
  return {
    content: wasOn
      ? "✅ Your calendar address is off. Apps that use it get nothing new; to remove what they already show, delete the calendar there."
      : "Your calendar address was already off.",
  };
}
