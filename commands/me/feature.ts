import { defineButton } from "../../src/interactions/components.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { toReloadId, isReload } from "../../src/interactions/custom-id.ts";
import { withPicture } from "../../src/pictures/attach.ts";
import { myWeekId } from "../calendar/index.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createNotConnectedError, connection } from "../account/index.ts";
import { createPastWeeksButton, pastWeeksComponents, activityPages } from "../activity/index.ts";
import { assignmentPages, readOn } from "../assignments/index.ts";
import { defineGuildButton, defineOtherServers, rememberHome } from "../kit/guild-button.ts";
import { orderComponents, createRepeatMenu } from "../order/index.ts";
import { listReminders, reminderComponents } from "../remind/index.ts";
import { drawProfilePicture } from "./profile/picture.ts";
import { readMyWeek } from "./read.ts";
import { renderMyWeek } from "./render.ts";

/** Shows it again; in a private message, for the server that was chosen. */
const showButton = defineGuildButton({
  name: "me.show",
  access: "staff",
  needs: "link",
  ack: "update",
  async run(ctx, { customId }) {
    if (!isReload(customId)) await rememberHome(ctx);
    return showMyWeek(ctx);
  },
});

/** Under a calendar in a channel: everyone who presses it sees their own week. */
const underCalendar = defineButton({
  id: myWeekId,
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  run: (_fields, ctx) => showMyWeek(ctx),
});

const remindersButton = defineGuildButton({
  name: "me.reminders",
  access: "staff",
  needs: "guild",
  ack: "ephemeral",
  run: (ctx) => listReminders(ctx),
});

const otherServers = defineOtherServers("me.servers", { access: "staff", anywhere: showButton.createId });

async function showMyWeek(ctx: LinkedContext): Promise<Reply> {
  const { guildId, isPrivate, link } = ctx;
  const account = await ctx.self();
  if (account === undefined)
    throw await createNotConnectedError(ctx.invoker.discordUserId, ctx, "there's no week to show");
  const mine = await readMyWeek(account, ctx);
  const { userId } = account;
  const { file, record } = await drawProfilePicture({ ...mine, userId }, ctx);
  const card = renderMyWeek(
    { ...mine, record },
    isPrivate ? link.name : undefined,
    renderContext(ctx, mine.names),
  );
  // Those are pages of the server, with what is only offered there.
  const inServer = isPrivate
    ? []
    : [
        createButton({ customId: assignmentPages.createCustomId({ userId, page: 0 }), label: "Assignments" }),
        createButton({ customId: activityPages.createCustomId({ userId, page: 0 }), label: "Visits" }),
        createPastWeeksButton(userId),
      ];
  return {
    ...(file === undefined ? card : withPicture(card, file)),
    // Two rows of buttons, since five buttons of these lengths are wider than a phone.
    components: [
      ...(isPrivate || link.isReadOnly ? [] : createRepeatMenu(mine.ordersToRepeat, mine.names)),
      ...createButtonRow(...inServer),
      ...createButtonRow(
        createButton({ customId: remindersButton.createId(guildId), label: "Reminders" }),
        createButton({ customId: toReloadId(showButton.createId(guildId)), label: "Reload" }),
        ...(await otherServers.buttons(ctx)),
      ),
    ],
  };
}

export const me = defineCommand({
  name: "me",
  description: "See your week: assignments, visits, open orders and reminders",
  access: "staff",
  purpose: "see their week",
  needs: "link",
  ack: "ephemeral",
  anywhere: showButton.createId,
  operations: ["getAssignments", "getActivity", "searchOrders", "createOrder", "getUser"],
  components: [
    showButton.component,
    underCalendar,
    remindersButton.component,
    otherServers.component,
    ...reminderComponents,
    ...assignmentPages.components,
    ...activityPages.components,
    ...pastWeeksComponents,
    ...orderComponents,
    readOn.button,
    connection.withdrawButton,
  ],
  run: (_asked, ctx) => showMyWeek(ctx),
});
