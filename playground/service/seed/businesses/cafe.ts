import type { Business } from "../types.ts";
import { cafeGuests, cafeStaff } from "./cafe-people.ts";
import { cafePosts } from "./cafe-posts.ts";

/** The first workspace: large enough that every list has a second page. */
export const cafe: Business = {
  theme: "harbour",
  account: "harbour_cafe",
  staff: cafeStaff,
  guests: cafeGuests,
  game: {
    id: "4815162342",
    name: "Harbour Café",
    picture: "game.png",
    url: "https://example.com/games/harbour-cafe",
    colour: "#0B7285",
  },
  menu: [
    "Flat white",
    "Cappuccino",
    "Espresso",
    "Oat latte",
    "Hot chocolate",
    "Iced mocha",
    "Chai latte",
    "Cold brew",
    "Matcha latte",
    "Earl Grey",
    "Lemonade",
    "Cinnamon bun",
    "Almond croissant",
    "Blueberry muffin",
    "Cheese toastie",
    "Harbour breakfast",
    "Carrot cake",
    "Bagel with salmon",
  ],
  orders: {
    firstNumber: 962,
    over: 64,
    present: {
      submitted: 1,
      waiting_for_preparation: 2,
      preparing: 4,
      finding_new_colleague: 1,
      completed: 1,
      waiting_for_pickup: 3,
      handed_to: 2,
      cancelled: 2,
    },
  },
  assignments: [
    { name: "Minutes in game", target: 120, target_type: "minutes", description: "Time spent at the café." },
    { name: "Sessions hosted", target: 2, target_type: "sessions_hosted" },
    { name: "Sessions attended", target: 3, target_type: "sessions_attended" },
    { name: "Closing checklist", target: 1, target_type: "checkbox", description: "Ticked by a shift lead." },
  ],
  withoutTarget: { name: "Restocking", target_type: "sessions_hosted" },
  posts: cafePosts,
  banComments: [
    {
      body: "Threw cups at other guests on the terrace, three evenings in a row.",
      files: ["/pictures/ban-evidence.png"],
      videos: ["https://example.com/videos/terrace-evening"],
    },
    { body: "Was asked to stop twice, by Theo and by me.", files: [], videos: [] },
    {
      body: "Wrote to us and said sorry. Two of us would lift the ban in a month.",
      files: ["/pictures/ban-letter.png"],
      videos: [],
    },
    { body: "To be looked at again at the next staff meeting.", files: [], videos: [] },
  ],
  boards: [
    { name: "Shift planning", background: { color: "#0B7285", brightness: "dark" } },
    { name: "Repairs", background: { color: "#E67700", brightness: "light" } },
    { name: "Ideas from guests", background: { brightness: "dark", image: "/pictures/board-ideas.png" } },
  ],
  triggers: [
    {
      type: "assignment_failed",
      name: "An assignment fails",
      group: "assignments",
      fields: [{ type: "count", value: "2", reset_type: "monthly", after: 2, grace: 1 }],
    },
    {
      type: "order_cancelled",
      name: "An order is cancelled",
      group: "orders",
      fields: [{ type: "count", value: "5", reset_type: "weekly", after: 5 }],
    },
    {
      type: "session_scheduled",
      name: "A session is scheduled",
      group: "sessions",
      fields: [{ type: "weekday", value: "saturday", on: 6 }],
    },
    { type: "post_published", name: "A post is published", group: "intranet", fields: [] },
  ],
  role: { name: "Shift lead", permissions: ["assign_host", "assign_roles", "create_report"] },
  pictures: {
    "game.png": { width: 256, height: 256, colour: "#0B7285", motif: "cup" },
    "ban-evidence.png": { width: 320, height: 180, colour: "#868E96", motif: "cup" },
    "ban-letter.png": { width: 320, height: 180, colour: "#495057", motif: "waves" },
    "board-ideas.png": { width: 480, height: 270, colour: "#5F3DC4", motif: "waves" },
  },
};
