import type { Command } from "../src/interactions/handler.ts";
import { defineAccessCommand } from "./access/index.ts";
import { connectMenu } from "./account/connect-menu.ts";
import { account } from "./account/index.ts";
import { giftMenu } from "./activity/gift-form.ts";
import { activity } from "./activity/index.ts";
import { assignments, assignmentsMenu } from "./assignments/index.ts";
import { audit } from "./audit/index.ts";
import { bans } from "./bans/index.ts";
import { board } from "./team-board/index.ts";
import { calendar } from "./calendar/index.ts";
import { defineHelpCommand } from "./help/index.ts";
import { leaderboard } from "./team-board/leaderboard/index.ts";
import { link } from "./link/index.ts";
import { me } from "./me/index.ts";
import { orderAgain, orderFromMessage } from "./order/from-message.ts";
import { order } from "./order/index.ts";
import { postDelete } from "./posts/post-delete.ts";
import { posts } from "./posts/index.ts";
import { privacy } from "./privacy/index.ts";
import { remind } from "./remind/index.ts";
import { request } from "./request/index.ts";
import { role } from "./role/index.ts";
import { schedule } from "./schedule/index.ts";
import { session } from "./session/index.ts";
import { settings } from "./settings/index.ts";
import { setup } from "./setup/index.ts";
import { taskboard } from "./taskboard/index.ts";
import { profileMenu, user } from "./me/user.ts";
import { workspace } from "./workspace/index.ts";

/** Every command of the bot. A command that is not listed here does not exist. */
export const commands: readonly Command[] = [
  me,
  order,
  orderFromMessage,
  orderAgain,
  activity,
  giftMenu,
  assignments,
  assignmentsMenu,
  board,
  leaderboard,
  request,
  remind,
  calendar,
  schedule,
  posts,
  postDelete,
  bans,
  session,
  role,
  taskboard,
  workspace,
  user,
  profileMenu,
  account,
  connectMenu,
  privacy,
  setup,
  link,
  defineAccessCommand(() => commands),
  settings,
  audit,
  defineHelpCommand(() => commands),
];
