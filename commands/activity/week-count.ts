import { z } from "zod";

/** How many weeks are shown, in a custom id. */
export const WeekCount = z.coerce.number().int().min(1).max(104);
