import { type Business, person } from "../types.ts";

/** For every further workspace: small, and nothing in it can be taken for the café's. */
export const bakery: Business = {
  theme: "hearth",
  account: "bakery_crew",
  staff: [
    person("401668152", "greta_rye", "Greta", "#B35900", "eager"),
    person("417320986", "otto.crumb", "Otto", "#5C7CFA", "steady"),
    person("428051374", "ines_batard", "Ines", "#C92A2A", "steady"),
    person("436907215", "pavel_oven", "Pavel", "#2B8A3E", "wavering"),
    person("449182603", "wilma_w", "Wilma", "#9C36B5", "away"),
  ],
  guests: [
    person("512034877", "rolf_by_the_sea", "Rolf", "#0B7285", "steady"),
    person("526718490", "bea_picnic", "Bea", "#E67700", "steady"),
  ],
  game: {
    id: "2718281828",
    name: "Millstone Lane",
    picture: "bakery-game.png",
    url: "https://example.com/games/millstone-lane",
    colour: "#B35900",
  },
  menu: [
    "Sourdough loaf",
    "Rye loaf",
    "Poppy seed roll",
    "Apple strudel",
    "Pretzel",
    "Plum tart",
    "Focaccia",
  ],
  orders: {
    firstNumber: 31,
    over: 14,
    present: {
      submitted: 1,
      waiting_for_preparation: 1,
      preparing: 1,
      finding_new_colleague: 1,
      completed: 1,
      waiting_for_pickup: 1,
      handed_to: 1,
      cancelled: 1,
    },
  },
  assignments: [
    { name: "Minutes at the oven", target: 90, target_type: "minutes", description: "Time spent baking." },
    { name: "Early shift", target: 1, target_type: "checkbox", description: "Ticked by the head baker." },
  ],
  withoutTarget: { name: "Flour delivery", target_type: "checkbox" },
  posts: [
    {
      title: "A new stone oven",
      category: "Bakehouse",
      body: "It arrives on Tuesday. Until it is hot enough we bake half of each batch.",
      type: "featured",
      colour: "#B35900",
      picture: { name: "stone-oven", motif: "loaf" },
    },
    {
      title: "Who feeds the starter",
      category: "Bakehouse",
      body: "Twice a day, also on Sundays. The list hangs at the cold room.",
      type: "small",
      colour: "#2B8A3E",
    },
    {
      title: "Market stall in spring",
      category: "Outside",
      body: "We want three people for the stall from March on. Tell Greta.",
      type: "small",
      colour: "#9C36B5",
    },
  ],
  banComments: [
    {
      body: "Took rolls from the cooling racks and ran, twice.",
      files: ["/pictures/bakery-ban-evidence.png"],
      videos: [],
    },
    { body: "None of us minds if it stays as it is.", files: [], videos: [] },
  ],
  boards: [
    { name: "Dough rota", background: { color: "#B35900", brightness: "dark" } },
    { name: "Oven care", background: { color: "#FFE066", brightness: "light" } },
  ],
  triggers: [
    {
      type: "order_cancelled",
      name: "A batch is cancelled",
      group: "orders",
      fields: [{ type: "count", value: "3", reset_type: "weekly", after: 3 }],
    },
    { type: "post_published", name: "A note from the bakehouse is published", group: "intranet", fields: [] },
  ],
  role: { name: "Head baker", permissions: ["assign_host", "assign_roles"] },
  pictures: {
    "bakery-game.png": { width: 256, height: 256, colour: "#B35900", motif: "loaf" },
    "bakery-ban-evidence.png": { width: 320, height: 180, colour: "#868E96", motif: "loaf" },
  },
};
