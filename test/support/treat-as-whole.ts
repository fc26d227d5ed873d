/** What is there of a `T`, for code that uses no more of it: each part is checked, but not that it is enough. */
export function treatAsWhole<T extends object>(parts: Partial<T>): T {
  return parts as T;
}
