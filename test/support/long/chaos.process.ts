/** Loaded before the program: lets its clock be set and its disk be full, and says at its end what it leaves open. */

const minute = 60_000;
/** Ahead and back again, then back and ahead again. */
const jumps = [10 * minute, -10 * minute, -60 * minute, 60 * minute];

const machine = Date.now;
let jumped = 0;
let aheadMs = 0;
Date.now = () => machine() + aheadMs;

process.on("SIGUSR2", () => {
  aheadMs += jumps[jumped++ % jumps.length] ?? 0;
});
// With a limit on its files the system sends this with each refused write. Nobody sends it when a disk is full.
process.on("SIGXFSZ", () => undefined);
process.on("exit", () => {
  process.stdout.write(`left open: ${process.getActiveResourcesInfo().join(" ")}.\n`);
});
