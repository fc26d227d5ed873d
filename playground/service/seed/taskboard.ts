import { newId } from "../random.ts";
import { dayMs, iso } from "../time.ts";
import type { Seeding } from "./seeding.ts";

export function seedTaskboard({ state, random, nowMs, business }: Seeding): void {
  const { taskboard, workspace } = state;
  for (const board of business.boards) {
    const id = newId(random);
    taskboard.boards.set(id, { id, ...board });
    taskboard.boardId ??= id;
    taskboard.positions.set(id, 0);
  }
  for (const [index, trigger] of business.triggers.entries()) {
    const _id = newId(random);
    const moment = iso(nowMs - (30 + index) * dayMs);
    taskboard.actions.set(_id, {
      _id,
      workspace: workspace.id,
      created_by: business.staff[index % 2]?.id,
      createdAt: moment,
      updatedAt: moment,
      triggers: [{ ...trigger }],
    });
  }
}
