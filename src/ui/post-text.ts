import type { Post } from "../api/contract/posts.ts";
import { plainText } from "./escape.ts";

const untitled = "Untitled post";
const maxTitleLength = 150;

export function isFeatured({ type }: Post): boolean {
  return type === "featured";
}

/** The title as the draft and the receipt keep it. */
export function shortTitle({ title }: Post, maxLength = maxTitleLength): string {
  return plainText(title ?? "", maxLength) || untitled;
}
