import type { OperationName } from "../../../src/api/contract/index.ts";

/** What the contract can't say of an operation. */
export interface OperationText {
  /** What the bot does with it. */
  readonly use: string;
  /**
   * Each field of its answer, as in `assigned[].due`: what it is for, or what happens without it. In Markdown, without
   * links.
   */
  readonly fields: Readonly<Record<string, string>>;
  /** What doesn't stand in a field. */
  readonly note?: string;
}

const orderFields = {
  order_number: "What people call an order. Without it, it has no number to search for.",
  items: "What was ordered. Without it, the order is shown without items.",
  submitted_by: "Who placed it; it counts as an order that this person handled. Without it, nobody is named.",
  status:
    "Open or done, and what boards announce. Other words than the usual eight are shown as they are and count as open. Without it, the status is unknown and the order counts as open.",
  customer: "Whom it is for, and who is told that it's ready. Without it, nobody is.",
  prepared_by:
    "Who made it; it counts for this person, too, unless someone new is wanted for it. Without it, it counts only for whoever placed it.",
  picked_up_by: "Shown on the order's card and in the CSV file.",
  game_id: "Shown with the order's _Details_.",
  job_id: "Shown with the order's _Details_, as the server.",
  createdAt:
    "Its age, its place in lists, days in searches. Without it, an order is among the last, has no age and is dropped first if there are too many.",
  updatedAt:
    "Since when an order has its status. Without it, `createdAt`; without both, the order never counts as old or stuck.",
};

const success = {
  success: "`false` means that nothing was done, and people are told so. Missing, status 200 counts as done.",
};

export const operationTexts: Readonly<Record<OperationName, OperationText>> = {
  getAssignments: {
    use: "This week's assignments and the marks of past weeks: `/me`, `/assignments`, team boards, reminders, saved weeks, weekly roles.",
    fields: {
      assigned: "This week's assignments; an empty list means none.",
      "assigned[].active": "Only active ones count towards the week.",
      "assigned[]._id": "Tells assignments apart when a reminder says that one is new.",
      "assigned[].target": "What is to be reached. One that is 0 asks for nothing.",
      "assigned[].target_type":
        "What is counted, by the words in it: `minute`, `host`, `attend` or `session`, `check`.",
      "assigned[].name": "What people call it.",
      "assigned[].description": "Shown with it.",
      "assigned[].completed": "What is done so far. A ticked checkbox may be `true`.",
      "assigned[].due": "When the week ends. A date alone means the end of that day in UTC.",
      history: "Past weeks; an empty list means none.",
      "history[].week_start": "Which week it is.",
      "history[].week_end": "When that week ended. A date alone means the end of that day in UTC.",
      "history[].week_number": "Groups results into weeks, together with `week_start` and `year`.",
      "history[].year": "See `week_number`.",
      "history[].assignment_name": "What people call it.",
      "history[].passed": "Whether it was reached; reports and weekly roles go by it.",
      "history[].target": "May be 0 here.",
      "history[].target_type": "As above.",
      "history[].achieved": "What was done.",
      "history[].timeoff": "`true` means excused: neither passed nor failed. Missing means not excused.",
    },
    note: "While any of someone's `assigned` can't be read, they don't count as having passed the week, and whatever shows it says that something is missing.",
  },
  createOrder: {
    use: "Logs an order (`/order create`, _Log order_, _Order again_).",
    fields: {
      _id: "Opens the order from the receipt (_Open order_), and is in the audit log. Without it, neither.",
      order_number: "Without it, the number that was typed, if any; otherwise the receipt has none.",
      items: "Shown on the receipt; without it, what was sent.",
      submitted_by: "Without it, who was sent.",
      status: "Read, but not shown.",
      customer: "Without it, who was sent.",
      prepared_by: "Without it, who was sent.",
      picked_up_by: "Without it, who was sent.",
      game_id: "Read, but not shown.",
      job_id: "Read, but not shown.",
      createdAt: "Read, but not shown.",
      updatedAt: "Read, but not shown.",
    },
    note: "`order_number` is sent only if someone typed one, so the service is expected to number orders by itself.",
  },
  searchOrders: {
    use: "All orders there are: `/order search`, suggestions, open orders on boards, reports, who handled how many. The bot filters on its side and sends no query.",
    fields: { _id: "Without it, the order can't be opened or told apart.", ...orderFields },
    note: "The newest 10,000 are kept.",
  },
  createRole: {
    use: "Creates a role (`/role create`), after a preview of what it grants.",
    fields: {
      _id: "Shown in small print on the receipt.",
      name: "Shown on the receipt; without it, the name that was sent.",
      group_roles: "As `permissions`.",
      permissions:
        "The receipt warns of each one that was sent and isn't here; without it, shows what was sent.",
      manual_users: "As `permissions`.",
    },
  },
  updateWorkspace: {
    use: "Changes the workspace's name or theme (`/workspace settings`). Only what is changed is sent.",
    fields: {},
    note: "Any answer with status 200 counts as done.",
  },
  giftActivity: {
    use: "Gives someone minutes or messages (`/activity gift`, an approved request for time).",
    fields: {
      activity: "What was counted, for the receipt.",
      "activity._id": "Lets the bot tell its own gifts from visits later.",
      "activity.game": "Shown on the receipt; without it, what was sent.",
      "activity.duration": "Compared with what was asked for: the receipt says what differs.",
      "activity.messages_sent": "Shown on the receipt; without it, what was sent.",
      totals: "The week's new totals, for the receipt.",
      "totals.minutes": "Shows whether the gift was counted in the unit it was sent in.",
      "totals.messages": "Shown on the receipt.",
    },
    note: "`duration` is sent in the unit chosen in the server's settings, otherwise the one that the person's visits have, otherwise those of the giver, otherwise in minutes; the preview says so when it is a guess.",
  },
  getActivity: {
    use: "This week's totals and the last visits of a person: `/me`, `/activity view`, `/profile`, team boards, who's on now, leaderboards, saved weeks. Asked for several people a minute, for every connected person.",
    fields: {
      totals: "This week's totals.",
      "totals.minutes":
        "The week's minutes, in minutes. Without it, they're unknown and nobody is ranked by them.",
      "totals.messages": "The week's messages. Without it, they aren't shown.",
      last_25: "The last visits. Without it, there are none to show, and nobody counts as on now.",
      "last_25[]._id": "Finds a visit again when it's opened, and tells the bot's own gifts from visits.",
      "last_25[].start": "When it began. Without it, the visit has no date and says nothing about the unit.",
      "last_25[].end": "When it ended; missing or empty while it lasts.",
      "last_25[].ended":
        "`false` without an `end` means in the game now. Without it, a visit counts as over.",
      "last_25[].game": "Which game, by id or name.",
      "last_25[].tracked_idle": "Shown as idle; same unit as `duration`.",
      "last_25[].friends": "User ids; shown as names.",
      "last_25[].events": "What happened in the visit.",
      "last_25[].events[].event": "Shown as it is.",
      "last_25[].events[].timestamp": "When.",
      "last_25[].events[].user": "User id; shown as a name.",
      "last_25[].consolidation_state": "Shown unless it says that all is done (`completed`, `ok`, …).",
      "last_25[].error": "Shown: why a visit may not count.",
      "last_25[].duration":
        "How long, in the unit that `start` and `end` tell. Without it, the visit has no length.",
      "last_25[].gifted_by": "User id; marks a gift, which isn't a visit.",
      "last_25[].messages_sent": "Shown.",
      "last_25[].manual_punch": "`true` marks time entered by hand, which isn't a visit.",
      "last_25[].game_details": "Comes only if it's asked for with `game=true`.",
      "last_25[].game_details.name": "The game's name. Without it, `game` is shown.",
      "last_25[].game_details.url": "A link to the game.",
      week_starts_on:
        "The first day of the week: `monday` or `sunday`, in any case. Without it, and for any other day, the server's setting, otherwise Monday.",
    },
  },
  getUser: {
    use: "A person's name and picture by their id, wherever an id would be shown; whether a user exists, when someone connects.",
    fields: {
      id: "Without it, the person is unknown.",
      username: "The name if there is no `display_name`.",
      display_name: "The name. Without both, _User_ and the id.",
      avatar: "Pictures; decoration.",
      "avatar.initial": "The picture on profiles.",
      "avatar.transparent": "The picture if there is no `initial`.",
      "avatar.colour": "Their colour in pictures.",
    },
    note: "There is no list of users, so the bot knows only the people it has met: connected ones, and those in what it reads.",
  },
  createSessionServer: {
    use: "Creates a server for an event (`/session create-server`). The event's id or link is pasted by a person, since nothing lists events.",
    fields: {
      _id: "Shown in small print on the receipt.",
      created_by: "Named on the receipt.",
      createdAt: "Read, but not shown.",
      groups: "Shown on the receipt, twelve at most.",
      "groups[].name": "Shown.",
      "groups[].priority": "Their order; groups without it come last.",
      "groups[].roles": "Shown as roles, each with the person who has it.",
      "groups[].roles[].user_id": "Without it, the role is open.",
      "groups[].roles[].name": "Shown.",
      "groups[].attendees": "Shown as names.",
      "groups[].attendees[].user_id": "Shown as a name.",
    },
    note: "Asking twice is taken to create two servers, so the request is never repeated.",
  },
  getCalendar: {
    use: "The workspace's week: `/calendar`, posted calendars; whether a key and a workspace id fit.",
    fields: {
      days: "The days of the week. Without it, the calendar is empty.",
      "days[].date": "Which day: the day that begins then, in whichever zone its midnight is.",
      "days[].day_of_week_char": "The letter above the day. Without it, the bot's own.",
      advance_calendar:
        "`true` means that later weeks can be asked for. Without it, _Later_ leads no further than this week.",
    },
    note: "Every workspace is taken to have a calendar: a 404 here means that the workspace id or the address is wrong.",
  },
  listBanComments: {
    use: "The comments on a ban (`/bans`). The ban's id or link is pasted by a person, since nothing lists bans.",
    fields: {
      _id: "Without it, the comment can't be deleted or told apart.",
      files: "Shown as links.",
      videos: "Shown as links.",
      author: "User id; shown as a name.",
      body: "The text.",
      createdAt: "When it was written.",
      updatedAt: "Shown if it was changed later.",
    },
    note: "Up to 2,000 are kept. Whether a key may read bans is tried with an id that no ban has: 400 and 404 mean that it may.",
  },
  deleteBanComment: {
    use: "Deletes a comment (`/bans`) after a preview, unless the list shows that it was changed since.",
    fields: success,
  },
  listPosts: {
    use: "The intranet's posts: `/posts`, the board of new posts, reports.",
    fields: {
      _id: "Without it, the post can't be opened, deleted or told apart from a new one.",
      image_url: "The picture on the post's card, if it is a web address.",
      title: "Without it, the post is shown as untitled.",
      category: "Shown.",
      body: "The text.",
      published_by: "User id; shown as a name.",
      type: "`featured` posts come first. Other words are shown as they are.",
      createdAt:
        "Its place in lists, and whether it is new. Without it, a post is listed last and never announced.",
      updatedAt: "Shown if the post was edited later.",
    },
    note: "Up to 5,000 are kept.",
  },
  deletePost: {
    use: "Deletes a post (`/posts`, `/post-delete`) after a preview, unless the list shows that it was changed since.",
    fields: success,
  },
  getTaskboard: {
    use: "Which task board the workspace uses (`/taskboard show`).",
    fields: {
      type: "Tells that there is a task board; shown as it is.",
      taskboard: "The account behind it.",
      "taskboard.username": "Shown.",
      board: "The board in use.",
      "board.id":
        "Which of the boards it is. Without it and without `board.name`, or if both are empty, no board counts as chosen.",
      "board.name": "Shown; without it, the id.",
      "board.background": "Decoration.",
      "board.background.image": "A small picture of the board.",
    },
    note: "Without `type`, `taskboard` and `board` the workspace has no task board, and the commands for it are hidden. Whatever else is in the answer, such as an access token, is dropped unread.",
  },
  listTaskboardBoards: {
    use: "The boards to choose from (`/taskboard show`, `/taskboard format`).",
    fields: {
      id: "Without it, the board can't be chosen.",
      name: "Shown; without it, the id.",
      background: "Decoration.",
      "background.image": "Read, but not shown.",
    },
    note: "Up to 2,000 are kept.",
  },
  setTaskboardBoard: {
    use: "Chooses the board (`/taskboard show`), after a preview.",
    fields: {},
    note: "Whatever its answer with status 200 says, the task board is read again: unless `board.id` is the one that was chosen by then, people are told that the outcome is unknown.",
  },
  setTaskboardFormat: {
    use: "Sets a board's position (`/taskboard format`): a number, sent as it is.",
    fields: success,
  },
  listTaskboardActions: {
    use: "The board's automatic actions (`/taskboard show`).",
    fields: {
      _id: "Without it, the action can't be opened or deleted.",
      created_by: "User id; shown as a name.",
      createdAt: "When it was made.",
      triggers: "What starts the action. Without it, none is shown.",
      "triggers[].type": "Shown as it is.",
      "triggers[].name": "Shown as it is.",
      "triggers[].group": "Shown as it is.",
      "triggers[].fields": "Its settings.",
      "triggers[].fields[].type": "Shown as it is.",
      "triggers[].fields[].value": "Shown as it is.",
      "triggers[].fields[].reset_type": "Shown as it is.",
      "triggers[].fields[].after": "Shown as a number, without a unit.",
      "triggers[].fields[].on": "Shown as a number, without a unit.",
      "triggers[].fields[].grace": "Shown as a number, without a unit.",
    },
    note: "Up to 2,000 are kept.",
  },
  deleteTaskboardAction: {
    use: "Deletes an action (`/taskboard show`) after a preview, unless the list shows that it was changed since.",
    fields: success,
  },
};
