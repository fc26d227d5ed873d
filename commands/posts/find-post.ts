import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Post } from "../../src/api/contract/posts.ts";
import { isFeatured } from "../../src/schedules/boards/posts-render.ts";
import { foldText } from "../../src/domain/search.ts";
import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { parseInstant } from "../../src/ui/time.ts";

/** Featured posts first, then the newest. */
export function featuredFirst(posts: readonly Post[]): readonly Post[] {
  return posts.toSorted(
    (a, b) => Number(isFeatured(b)) - Number(isFeatured(a)) || writtenAt(b) - writtenAt(a),
  );
}

/** The posts of the intranet, the most wanted first. */
export async function readPosts({ api, workspaceId }: LinkedContext): Promise<readonly Post[]> {
  return featuredFirst(await api.listPosts({ params: { workspaceId } }));
}

/** By id or link, otherwise by its full title if it is unique: people may type over a suggestion. */
export function findPost(posts: readonly Post[], typed: string): Post | undefined {
  const postId = readServiceId(typed, idKinds.post) ?? typed.trim();
  const byId = posts.find(({ _id }) => _id === postId);
  if (byId !== undefined) return byId;
  const byTitle = posts.filter(
    ({ title = "" }) => title !== "" && foldText(title.trim()) === foldText(typed.trim()),
  );
  return byTitle.length === 1 ? byTitle[0] : undefined;
}

function writtenAt({ createdAt }: Post): number {
  return parseInstant(createdAt)?.epochMilliseconds ?? 0;
}
