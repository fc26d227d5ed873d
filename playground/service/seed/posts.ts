import { newId } from "../random.ts";
import { dayMs, hourMs, iso } from "../time.ts";
import type { Seeding } from "./seeding.ts";

export function seedPosts({ state, random, nowMs, business }: Seeding): void {
  for (const [index, { title, category, body, type, colour, picture }] of business.posts.entries()) {
    const moment = iso(nowMs - index * 4 * dayMs - 5 * hourMs);
    const _id = newId(random);
    if (picture !== undefined) {
      state.pictures.set(`${picture.name}.png`, { width: 480, height: 270, colour, motif: picture.motif });
    }
    state.posts.set(_id, {
      _id,
      ...(picture === undefined ? {} : { image_url: `/pictures/${picture.name}.png` }),
      title,
      category,
      body,
      published_by: business.staff[index % 3]?.id,
      workspace: state.workspace.id,
      type,
      dominant_colour: colour,
      text_dark: false,
      createdAt: moment,
      updatedAt: moment,
    });
  }
}
