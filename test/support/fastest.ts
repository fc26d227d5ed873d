/**
 * The processor time of this thread, in microseconds, the least of five attempts: how much there is to do, however busy
 * the machine is.
 */
export function leastWorkUs(act: () => void): number {
  const usedUs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return user + system;
  };
  const attempts = Array.from({ length: 5 }, () => {
    const beforeUs = usedUs();
    act();
    return usedUs() - beforeUs;
  });
  return Math.min(...attempts);
}

/** How long something takes, in milliseconds: the least of five attempts, since a busy machine only makes one slower. */
export async function fastestMs(act: () => unknown): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const startedAt = performance.now();
    await act();
    leastMs = Math.min(leastMs, performance.now() - startedAt);
  }
  return leastMs;
}
