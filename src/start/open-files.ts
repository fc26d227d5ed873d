import { readFile } from "node:fs/promises";

/** About thirty at rest, and two for each person who is served in the same moment. */
const fewestOpenFiles = 256;

/** A sentence for the operator when the system lets this process open too few files and sockets; only Linux tells. */
export async function warningAboutOpenFiles(limitsPath = "/proc/self/limits"): Promise<string | undefined> {
  const limits = await readFile(limitsPath, "utf8").catch(() => "");
  const allowed = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.NaN);
  if (!(allowed < fewestOpenFiles)) return undefined;
  return `The system lets the bot open only ${allowed} files and connections at once, so in a busy moment commands will go unanswered. Allow 1024 or more: ulimit -n 1024, or LimitNOFILE=1024 in a systemd service.`;
}
