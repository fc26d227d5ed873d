import { z } from "zod";
import { renderPostsBoard } from "../../commands/posts/render-board.ts";
import type { Post } from "../api/contract/posts.ts";
import { readInstant } from "../text/time.ts";
import { defineKind } from "./define-kind.ts";

/** How far back the first run looks. */
const firstLookMs = 7 * 24 * 60 * 60_000;

/** What was published since the last run. */
export const postsBoard = defineKind({
  name: "posts",
  words: "New posts of the intranet",
  Options: z.object({}),
  options: [],
  isNews: true,
  async draw({ ctx, readings, schedule, now, room, namesOf }) {
    const since = schedule.lastTrueAt ?? now - firstLookMs;
    const dated = (await readings.posts())
      .map((post) => ({ post, at: writtenMs(post) }))
      .toSorted((a, b) => a.at - b.at);
    const fresh = dated.filter(({ at }) => at > since).map(({ post }) => post);
    if (fresh.length === 0) return { nothing: "There are no new posts." };
    const names = await namesOf(fresh.map(({ published_by }) => published_by));
    const listMention = ctx.commandMention("posts list");
    return {
      answer: renderPostsBoard({ posts: fresh, names, listMention, room }),
      shows: fresh.map(({ _id }) => _id),
      // The service's own clock says when posts were written, so it also says from where to go on.
      toldUntil: dated.at(-1)?.at,
    };
  },
});

/** One that does not say when it was written is never new. */
function writtenMs({ createdAt }: Post): number {
  return readInstant(createdAt)?.epochMilliseconds ?? 0;
}
