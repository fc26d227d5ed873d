import { renderPostsBoard, formatNewsLine } from "./render.ts";
import type { Post } from "../../src/api/contract/posts.ts";
import { parseInstant } from "../../src/ui/time.ts";
import { defineBoard, kindNames } from "../boards/index.ts";
import { dayMs, weekMs } from "../../src/time.ts";
import { formatNumber, pluralizeText } from "../../src/ui/numbers.ts";

/** How far back the first run looks. */
const firstLookMs = weekMs;

/**
 * How far the service's clock may be ahead. A post dated further ahead is new once it gets there: the next run would
 * continue from its date, and leave out everything before it.
 */
const maxAheadMs = dayMs;

/** Posts published since the last run. */
export const postsBoard = defineBoard({
  name: "posts",
  description: kindNames.posts,
  dependsOn: "listPosts",
  options: {},
  isAppendOnly: true,
  async build({ boardData, schedule, now, maxLength, readNames, renderContext }) {
    const since = schedule.lastAsOf ?? now - firstLookMs;
    const posts = await boardData.posts();
    // The next digest counts what is newer than what this one shows.
    const until = schedule.kind === "digest" ? boardData.asOf() : now + maxAheadMs;
    const dated = posts
      .map((post) => ({ post, at: getWrittenMs(post) }))
      .filter(({ at }) => at <= until)
      .toSorted((a, b) => a.at - b.at);
    const fresh = dated.filter(({ at }) => at > since).map(({ post }) => post);
    const unit = pluralizeText(fresh.length, { one: "new post", other: "new posts" });
    const changes = [{ count: fresh.length, unit }];
    if (fresh.length === 0) return { empty: "There are no new posts.", changes };
    const names = await readNames(fresh.map(({ published_by }) => published_by));
    return {
      message: renderPostsBoard({ posts: fresh, maxLength }, renderContext(names)),
      summary: {
        heading: "New posts",
        text: formatNumber(fresh.length),
        lines: fresh
          .toReversed()
          .map((post) => formatNewsLine(post, { ...renderContext(), zone: schedule.zone })),
        changes,
      },
      contentKey: fresh.map(({ _id }) => _id),
      // The service's clock dates the posts, so it also decides where the next run continues.
      coveredUntil: dated.at(-1)?.at,
    };
  },
});

/** A post without a date is never new. */
function getWrittenMs({ createdAt }: Post): number {
  return parseInstant(createdAt)?.epochMilliseconds ?? 0;
}
