import type { Random } from "../random.ts";
import type { ServiceState } from "../state.ts";
import type { Business } from "./types.ts";

/** What the seeding of each part has in hand; it fills `state` with the business's data as of that moment. */
export interface Seeding {
  readonly state: ServiceState;
  readonly random: Random;
  readonly nowMs: number;
  readonly business: Business;
}
