/**
 * Where to find what was a command of its own once, by its path or the name of its right-click. Discord shows people an
 * old list of commands for a while.
 */
export const movedCommands: Readonly<Record<string, string>> = {
  "access check": "Choose the person under *Check a person* in `/access show`.",
  "link channel": "Open the workspace in `/link status` and press *Channel…*.",
  "link default": "Open the workspace in `/link status` and press *Make default*.",
  "link machines": "Open the workspace in `/link status` and press *Machines…*.",
  "link remove": "Open the workspace in `/link status` and press *Remove…*.",
  "link rename": "Open the workspace in `/link status` and press *Rename…*.",
  "settings clock": "Choose *Times and dates* in `/settings`.",
  "settings history": "Choose *Saved weeks* in `/settings`.",
  "settings managers-channel": "Choose *Managers' channel* in `/settings`.",
  "settings orders": "Choose *Final order status* in `/settings`.",
  "settings pictures": "Choose *Pictures* in `/settings`.",
  "settings requests": "Choose *Requests for time* in `/settings`.",
  "settings rewards": "Choose *Rewards* in `/settings`.",
  "settings show": "Run `/settings`.",
  "settings week-start": "Choose *First day of the week* in `/settings`.",
  "settings zone": "Choose *Time zone* in `/settings`.",
  "schedule edit": "Open the schedule in `/schedule list` and press *Edit…*.",
  "schedule pause": "Open the schedule in `/schedule list` and press *Pause*.",
  "schedule preview": "Open the schedule in `/schedule list` and press *Preview*.",
  "schedule remove": "Open the schedule in `/schedule list` and press *Remove…*.",
  "schedule resume": "Open the schedule in `/schedule list` and press *Resume*.",
  "schedule run-now": "Open the schedule in `/schedule list` and press *Post now…*.",
  "account disconnect": "Open the person in `/profile` and press *Disconnect…*.",
  "account show": "See who someone is in the workspace in `/profile`.",
  "activity history": "Open `/activity view` and press *Past weeks*.",
  Assignments: "Open the person's *Profile* in the same menu and press *Assignments*.",
  "Connect…": "Open the person's *Profile* in the same menu and press *Connect…*.",
  "Gift activity": "Open the person's *Profile* in the same menu and press *Gift…*.",
  "Order again":
    "Press *Order again* below the order. If there's no such button, open the order in `/order search` and press it there.",
  "user show": "See profiles with `/profile`.",
};
