import { type Command, defineCommandGroup } from "../../src/interactions/define.ts";
import { show } from "./show.ts";

export { profileMenu } from "./show.ts";

export const user: Command = defineCommandGroup({
  name: "user",
  description: "See people in the workspace",
  subcommands: [show],
});
