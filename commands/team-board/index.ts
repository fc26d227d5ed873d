// What other features may use of this one.
export { teamBoard } from "./board.ts";
export { type TeamMember, readTeam } from "./data.ts";
export { leaderboardBoard } from "./leaderboard/board.ts";
export { onNowBoard } from "./on-now/board.ts";
export { reportBoard } from "./report/board.ts";
export { withNewResults } from "./report/weeks.ts";
export { standingsBoard } from "./standings/board.ts";
