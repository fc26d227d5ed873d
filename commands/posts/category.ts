import { createHash } from "node:crypto";
import type { Post } from "../../src/api/contract/posts.ts";
import { foldText } from "../../src/domain/search.ts";
import { UserError } from "../../src/errors.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { fitLines } from "../../src/ui/lines.ts";

export interface Category {
  /** Represents it in custom ids, since its name may be too long. */
  readonly key: string;
  readonly name: string;
}

/** Represents all posts in a custom id. */
export const allCategories = "";

const keyLength = 12;

/** Every category with a post, in alphabetical order. */
export function categoriesOf(posts: readonly Post[]): readonly Category[] {
  const byKey = new Map<string, Category>();
  for (const { category } of posts) {
    const name = category?.trim() ?? "";
    const key = keyOf(name);
    if (name !== "" && !byKey.has(key)) byKey.set(key, { key, name });
  }
  return [...byKey.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

/**
 * Finds a category by its typed name, ignoring case and accents; a prefix is enough if it is unique.
 * @throws UserError naming the existing categories
 */
export function findCategory(posts: readonly Post[], typed: string): Category {
  const categories = categoriesOf(posts);
  const exact = categories.find(({ key }) => key === keyOf(typed));
  const begun = categories.filter(({ name }) => foldText(name).startsWith(foldText(typed.trim())));
  const found = exact ?? (begun.length === 1 ? begun[0] : undefined);
  if (found !== undefined) return found;
  const names = categories.map(({ name }) => `- ${escapeMarkdown(name, 60)}`);
  throw new UserError(
    names.length === 0
      ? "Posts in this workspace have no categories, so there's nothing to filter. Leave `category` out to see them all."
      : `No category matches “${escapeMarkdown(typed, 60)}”, so there's nothing to show. These exist:\n${fitLines(names, 1_200)}`,
  );
}

export function inCategory(posts: readonly Post[], key: string): readonly Post[] {
  return key === allCategories ? posts : posts.filter(({ category = "" }) => keyOf(category) === key);
}

function keyOf(name: string): string {
  return createHash("sha256").update(foldText(name.trim())).digest("hex").slice(0, keyLength);
}
