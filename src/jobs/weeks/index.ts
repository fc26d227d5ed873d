import type { Job } from "../job.ts";
import { severalAtOnce } from "../several-at-once.ts";
import { takePlace } from "./take-place.ts";

/** Workspaces that are asked at the same time. */
const placesAtOnce = 8;

/**
 * The service forgets each week at its end, so connected people's weeks are read before it, again after it when the
 * service has marked them, and kept.
 */
export const weeks: Job = {
  name: "weeks",
  schedule: { everyMs: 60_000 },
  async run(tools) {
    const places = await tools.ctx.store.weeks.places();
    await severalAtOnce(places, placesAtOnce, (place) => takePlace(place, tools));
  },
};
