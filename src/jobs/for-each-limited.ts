/** Works through a list, a bounded number of entries at a time. @throws what the work throws, once the rest has ended */
export async function forEachLimited<T>(
  entries: readonly T[],
  maxConcurrent: number,
  work: (entry: T) => Promise<void>,
): Promise<void> {
  const waiting = entries.values();
  const results = await Promise.allSettled(
    Array.from({ length: maxConcurrent }, async () => {
      for (const entry of waiting) await work(entry);
    }),
  );
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
