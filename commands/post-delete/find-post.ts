import type { Post } from "../../src/api/contract/posts.ts";
import { fold } from "../../src/domain/fold.ts";
import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { readInstant } from "../../src/text/time.ts";

/** Featured posts first, then the newest. */
export function byWish(posts: readonly Post[]): readonly Post[] {
  return posts.toSorted(
    (a, b) => Number(isFeatured(b)) - Number(isFeatured(a)) || writtenAt(b) - writtenAt(a),
  );
}

/** By id or link, else by its whole title when only one post has it: suggestions may be overtyped. */
export function findPost(posts: readonly Post[], typed: string): Post | undefined {
  const postId = readServiceId(typed, idKinds.post) ?? typed.trim();
  const byId = posts.find(({ _id }) => _id === postId);
  if (byId !== undefined) return byId;
  const byTitle = posts.filter(({ title = "" }) => title !== "" && fold(title.trim()) === fold(typed.trim()));
  return byTitle.length === 1 ? byTitle[0] : undefined;
}

export function isFeatured({ type }: Post): boolean {
  return type === "featured";
}

function writtenAt({ createdAt }: Post): number {
  return readInstant(createdAt)?.epochMilliseconds ?? 0;
}
