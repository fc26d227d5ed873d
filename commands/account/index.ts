import { defineCommandGroup } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { connect } from "./connect.ts";
import { disconnect } from "./disconnect.ts";
import { importPeople } from "./import.ts";
import { list } from "./list.ts";
import { show } from "./show.ts";

export const account: Command = defineCommandGroup({
  name: "account",
  description: "Connect server members to workspace users",
  subcommands: [connect, importPeople, show, list, disconnect],
});
