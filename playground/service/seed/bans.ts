import { newId } from "../random.ts";
import { dayMs, hourMs, iso } from "../time.ts";
import type { Seeding } from "./seeding.ts";

export function seedBans({ state, random, nowMs, business }: Seeding): void {
  const banId = newId(random);
  const stored = business.banComments.map(({ body, files, videos }, index) => {
    const moment = iso(nowMs - (12 - index * 3) * dayMs - index * hourMs);
    return {
      _id: newId(random),
      ban: banId,
      files: [...files],
      videos: [...videos],
      workspace: state.workspace.id,
      author: business.staff[index % 4]?.id,
      body,
      createdAt: moment,
      updatedAt: moment,
    };
  });
  state.banComments.set(banId, stored);
}
