import type { PostDraft } from "../types.ts";

export const cafePosts: readonly PostDraft[] = [
  {
    title: "Winter menu is here",
    category: "News",
    body: "From Monday we serve cinnamon buns, chai and a new hot chocolate. Try each one once, so that you can tell guests what it tastes like.",
    type: "featured",
    colour: "#D9480F",
    picture: { name: "winter-menu", motif: "cup" },
  },
  {
    title: "Lantern evening on the pier",
    category: "Events",
    body: "On Saturday at 19:00 UTC the pier is lit by lanterns. We need two hosts and four baristas; put your name down in the calendar.",
    type: "featured",
    colour: "#5F3DC4",
    picture: { name: "lantern-evening", motif: "lamps" },
  },
  {
    title: "Shift swaps",
    category: "Staff",
    body: "Please ask a shift lead before you swap a shift, at least a day ahead.",
    type: "small",
    colour: "#1971C2",
  },
  {
    title: "Barista of the month: Priya",
    category: "Staff",
    body: "Forty-one hosted sessions and not one cold cup. Thank you, Priya.",
    type: "featured",
    colour: "#C2255C",
    picture: { name: "barista-of-the-month", motif: "person" },
  },
  {
    title: "New harbour map",
    category: "News",
    body: "The terrace has moved to the water. The kiosk stands beside the stairs now.",
    type: "small",
    colour: "#0B7285",
    picture: { name: "harbour-map", motif: "waves" },
  },
  {
    title: "How to close the till",
    category: "Handbook",
    body: "Count, note, lock. The checklist hangs beside the door.",
    type: "small",
    colour: "#495057",
  },
  {
    title: "Welcome aboard, Marek and Zoe",
    category: "Staff",
    body: "Two new colleagues begin this week. Show them where the good biscuits are.",
    type: "small",
    colour: "#2F9E44",
    picture: { name: "welcome", motif: "lamps" },
  },
];
