/** Loaded before the program: whoever started it sets its clock, and asks how long a turn of its event loop took. */

const machine = Date;
let aheadMs = 0;
const now = (): number => machine.now() + aheadMs;

globalThis.Date = new Proxy(machine, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  apply: () => new machine(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});

// Processor time of this thread between two ticks: on a machine that others use too, real time would count their work.
let longestMs = 0;
let before = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  longestMs = Math.max(longestMs, (user + system) / 1_000);
}, 5).unref();

process.on("message", (aheadOfMachineMs: number | "longest") => {
  if (aheadOfMachineMs === "longest") process.send?.(longestMs);
  else aheadMs = aheadOfMachineMs;
  longestMs = 0;
});
process.channel?.unref();
