import { type Person, playgroundIds } from "../../../playground/discord/index.ts";
import { shown } from "../replies.ts";
import type { Scene } from "./scene.ts";
import { tour } from "./tour.ts";

export const scenes: readonly Scene[] = [
  tour,
  {
    name: "board",
    as: "theo",
    isAtWork: true,
    prepare: (theo) => run(theo, "board"),
  },
  {
    name: "schedule-add",
    as: "theo",
    isAtWork: true,
    prepare: (theo) =>
      run(theo, "schedule add", {
        kind: "report",
        days: "Monday",
        time: "9:00",
        channel: playgroundIds.calendar,
      }),
  },
  {
    name: "setup",
    as: "ada",
    isAtWork: true,
    prepare: (ada) => run(ada, "setup"),
  },
  {
    name: "order-search",
    as: "mia",
    // Everyone has a name there.
    isAtWork: true,
    prepare: (mia) => run(mia, "order search"),
  },
  {
    name: "order-create",
    as: "mia",
    prepare: (mia) =>
      run(mia, "order create", { items: "Flat white, Cinnamon bun, Cinnamon bun", customer: "310442876" }),
  },
  {
    name: "calendar",
    as: "noor",
    isAtWork: true,
    prepare: (noor) => run(noor, "calendar"),
  },
];

async function run(person: Person, path: string, options: Parameters<Person["run"]>[1] = {}): Promise<void> {
  shown(await person.run(path, options));
}
