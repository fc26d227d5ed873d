import type { ServiceState } from "../state.ts";

/** How a staff member's weeks usually go. */
export type Habit = "eager" | "steady" | "wavering" | "away";

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly colour: string;
  readonly habit: Habit;
}

export const staff: readonly Person[] = [
  person("104872391", "mia_brews", "Mia", "#D9480F", "eager"),
  person("118203774", "theo.harbour", "Theo", "#1971C2", "steady"),
  person("129945018", "priya_latte", "Priya", "#C2255C", "eager"),
  person("133076652", "jonas_k", "Jonas", "#2F9E44", "wavering"),
  person("140518829", "amara_o", "Amara", "#7048E8", "steady"),
  person("151960437", "leo_foam", "Leo", "#0C8599", "wavering"),
  person("167334905", "sofia_mocha", "Sofia", "#E8590C", "steady"),
  person("172248316", "kenji_t", "Kenji", "#5C940D", "eager"),
  person("186507743", "nora_beans", "Nora", "#A61E4D", "away"),
  person("195031268", "elias_v", "Elias", "#364FC7", "steady"),
  person("203846971", "zoe_roast", "Zoe", "#087F5B", "wavering"),
  person("214790356", "marek_p", "Marek", "#862E9C", "away"),
];

/** Players whom the service can name, but who do not work here. */
export const guests: readonly Person[] = [
  person("310442876", "captain_olive", "Olive", "#495057", "steady"),
  person("322917403", "pixelpearl", "Pearl", "#0B7285", "steady"),
  person("338165590", "bramble7", "Bramble", "#5F3DC4", "steady"),
  person("345820117", "sunny_dock", "Sunny", "#E67700", "steady"),
];

function person(id: string, username: string, displayName: string, colour: string, habit: Habit): Person {
  return { id, username, displayName, colour, habit };
}

export function seedPeople(state: ServiceState): void {
  for (const { id, username, displayName, colour } of [...staff, ...guests]) {
    const size = { width: 128, height: 128, colour, motif: "person" } as const;
    state.pictures.set(`avatar-${id}.png`, size);
    state.pictures.set(`avatar-${id}-transparent.png`, { ...size, transparent: true });
    state.users.set(id, {
      type: "user",
      id,
      username,
      display_name: displayName,
      avatar: {
        initial: `/pictures/avatar-${id}.png`,
        transparent: `/pictures/avatar-${id}-transparent.png`,
        colour,
      },
    });
  }
}
