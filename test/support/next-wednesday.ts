import type { Emulators } from "./emulators.ts";

/** Moves to a noon of the next week that is far from its ends, whatever day it is. */
export function toNextWednesday(clock: Emulators["clock"]): void {
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO("UTC");
  const noon = now.toPlainDate().toZonedDateTime({ timeZone: "UTC", plainTime: "12:00" });
  const wednesday = noon.add({ days: 10 - now.dayOfWeek });
  clock.advance(wednesday.epochMilliseconds - now.epochMilliseconds);
}
