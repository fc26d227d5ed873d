/** Longer than rendering and posting take together; after it a claim belongs to a process that died. */
export const leaseMs = 2 * 60_000;
