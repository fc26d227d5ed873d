/** The texts that the service answers with: made once, the same in every run. */
const dayMs = 24 * 60 * 60_000;
const weekStart = Date.UTC(2026, 10, 16);
const goals = ["Minutes in game", "Sessions hosted", "Checklist"] as const;

export const userAnswer = JSON.stringify({
  type: "user",
  id: "1840032278",
  username: "theo",
  display_name: "Theo",
  avatar: { initial: "T", transparent: "https://pictures.example/t.png", colour: "#4C6EF5" },
});

export const assignmentsAnswer = JSON.stringify({
  assigned: goals.map((name, index) => ({
    active: true,
    _id: idOf(index),
    target: 120,
    target_type: "minutes",
    createdAt: at(-70),
    updatedAt: at(1),
    name,
    description: "What this is about, in a sentence.",
    completed: 40 + index,
    due: at(7),
  })),
  history: goals.map((name, index) => ({
    _id: idOf(100 + index),
    week_start: at(-7),
    week_end: at(-1),
    week_number: 46,
    year: 2026,
    assignment: idOf(index),
    assignment_name: name,
    marked_at: at(0),
    passed: index > 0,
    target: 120,
    target_type: "minutes",
    achieved: 97,
    timeoff: false,
  })),
});

const statuses = ["submitted", "preparing", "completed", "handed_to", "cancelled"] as const;

/** Newest first, with four people in each that are in no other. @param newest when the newest was made */
export function ordersAnswerOf(count: number, newest = weekStart): string {
  return JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      _id: idOf(1_000 + index),
      order_number: 962 + index,
      items: ["Flat white", "Cinnamon bun"].slice(index % 2),
      submitted_by: String(2_210_000_000 + 4 * index),
      status: statuses[index % statuses.length],
      customer: String(2_210_000_001 + 4 * index),
      prepared_by: String(2_210_000_002 + 4 * index),
      picked_up_by: String(2_210_000_003 + 4 * index),
      job_id: "0b7d8f7e-2c7c-4f39-8f53-9d3c9f6f0a11",
      game_id: "5233782014",
      createdAt: at(-index / 10, newest),
      updatedAt: at(-index / 12, newest),
    })),
  );
}

export const ordersAnswer = ordersAnswerOf(52);

const subjects = ["Winter menu", "Shift swaps", "Closing list", "New machine", "Staff evening"] as const;

export function postsAnswerOf(count: number): string {
  return JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      _id: idOf(10_000 + index),
      image_url: `https://pictures.example/posts/${index}.png`,
      title: `${subjects[index % subjects.length]} ${index + 1}`,
      category: "News",
      body: "What everybody has to know about it, told in two or three sentences. The rest is on the board.",
      published_by: "1840032278",
      workspace: "bench",
      type: index % 9 === 0 ? "featured" : "small",
      dominant_colour: "#4C6EF5",
      text_dark: false,
      createdAt: at(-index / 5),
      updatedAt: at(-index / 6),
    })),
  );
}

function idOf(number: number): string {
  return `66b2a1d3e5c9fa0023${number.toString(16).padStart(6, "0")}`;
}

function at(days: number, start = weekStart): string {
  return new Date(start + Math.round(days * dayMs)).toISOString();
}
