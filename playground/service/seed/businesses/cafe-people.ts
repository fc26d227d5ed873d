import { type Person, person } from "../types.ts";

export const cafeStaff: readonly Person[] = [
  person("104872391", "mia_brews", "Mia", "#D6336C", "eager"),
  person("118203774", "theo.harbour", "Theo", "#1971C2", "steady"),
  person("129945018", "priya_latte", "Priya", "#AE3EC9", "eager"),
  person("133076652", "jonas_k", "Jonas", "#6D4C41", "wavering"),
  person("140518829", "amara_o", "Amara", "#7048E8", "steady"),
  person("151960437", "leo_foam", "Leo", "#0C8599", "wavering"),
  person("167334905", "sofia_mocha", "Sofia", "#8D6E63", "steady"),
  person("172248316", "kenji_t", "Kenji", "#495057", "eager"),
  person("186507743", "noor_beans", "Noor", "#A61E4D", "away"),
  person("195031268", "elias_v", "Elias", "#364FC7", "steady"),
  person("203846971", "zoe_roast", "Zoe", "#0B7285", "wavering"),
  person("214790356", "marek_p", "Marek", "#862E9C", "away"),
];

export const cafeGuests: readonly Person[] = [
  person("310442876", "captain_olive", "Olive", "#495057", "steady"),
  person("322917403", "pixelpearl", "Pearl", "#0B7285", "steady"),
  person("338165590", "bramble7", "Bramble", "#5F3DC4", "steady"),
  person("345820117", "sunny_dock", "Sunny", "#E67700", "steady"),
];
