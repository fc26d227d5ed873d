import { newId, type Random } from "../random.ts";
import type { ServiceState } from "../state.ts";
import { DAY_MS, HOUR_MS, iso } from "../time.ts";
import { staff } from "./people.ts";

const comments = [
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
] as const;

export function seedBans(state: ServiceState, random: Random, nowMs: number): void {
  const banId = newId(random);
  state.pictures.set("ban-evidence.png", { width: 320, height: 180, colour: "#868E96", motif: "cup" });
  state.pictures.set("ban-letter.png", { width: 320, height: 180, colour: "#495057", motif: "waves" });
  const stored = comments.map(({ body, files, videos }, index) => {
    const moment = iso(nowMs - (12 - index * 3) * DAY_MS - index * HOUR_MS);
    return {
      _id: newId(random),
      ban: banId,
      files: [...files],
      videos: [...videos],
      workspace: state.workspace.id,
      author: staff[index % 4]?.id,
      body,
      createdAt: moment,
      updatedAt: moment,
    };
  });
  state.banComments.set(banId, stored);
}
