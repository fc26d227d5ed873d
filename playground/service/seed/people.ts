import type { Seeding } from "./seeding.ts";

export function seedPeople({ state, business }: Seeding): void {
  for (const { id, username, displayName, colour } of [...business.staff, ...business.guests]) {
    const size = { width: 128, height: 128, colour, motif: "person" } as const;
    state.pictures.set(`avatar-${id}.png`, size);
    state.pictures.set(`avatar-${id}-transparent.png`, { ...size, transparent: true });
    const avatar = {
      initial: `/pictures/avatar-${id}.png`,
      transparent: `/pictures/avatar-${id}-transparent.png`,
      colour,
    };
    state.users.set(id, { type: "user", id, username, display_name: displayName, avatar });
  }
}
