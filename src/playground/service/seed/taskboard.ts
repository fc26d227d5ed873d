import { newId, type Random } from "../random.ts";
import type { ServiceState } from "../state.ts";
import { DAY_MS, iso } from "../time.ts";
import { staff } from "./people.ts";

const boards = [
  { name: "Shift planning", background: { color: "#0B7285", brightness: "dark" } },
  { name: "Repairs", background: { color: "#E67700", brightness: "light" } },
  { name: "Ideas from guests", background: { brightness: "dark", image: "/pictures/board-ideas.png" } },
] as const;

const triggers = [
  {
    type: "assignment_failed",
    name: "A week was failed",
    group: "assignments",
    fields: [{ type: "count", value: "2", reset_type: "monthly", after: 2, grace: 1 }],
  },
  {
    type: "order_cancelled",
    name: "An order was cancelled",
    group: "orders",
    fields: [{ type: "count", value: "5", reset_type: "weekly", after: 5 }],
  },
  {
    type: "session_scheduled",
    name: "A session was scheduled",
    group: "sessions",
    fields: [{ type: "weekday", value: "saturday", on: 6 }],
  },
  { type: "post_published", name: "A post was published", group: "intranet", fields: [] },
] as const;

export function seedTaskboard(
  { taskboard, workspace, pictures }: ServiceState,
  random: Random,
  nowMs: number,
) {
  pictures.set("board-ideas.png", { width: 480, height: 270, colour: "#5F3DC4", motif: "waves" });
  for (const board of boards) {
    const id = newId(random);
    taskboard.boards.set(id, { id, ...board });
    taskboard.boardId ??= id;
    taskboard.positions.set(id, 0);
  }
  for (const [index, trigger] of triggers.entries()) {
    const _id = newId(random);
    const moment = iso(nowMs - (30 + index) * DAY_MS);
    taskboard.actions.set(_id, {
      _id,
      workspace: workspace.id,
      created_by: staff[index % 2]?.id,
      createdAt: moment,
      updatedAt: moment,
      triggers: [{ ...trigger, fields: [...trigger.fields] }],
    });
  }
}
