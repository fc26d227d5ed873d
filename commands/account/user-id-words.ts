/** Where people find what `user` asks for, true of every workspace; to stand after a refusal. */
export const whereUserIdStands =
  "It is the id by which the workspace knows a person: look at their profile there, or ask somebody who manages the workspace.";
