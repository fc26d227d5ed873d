import { access, chmod, constants, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Where all that the tests write goes; removed at the end of the run. */
    readonly temporaryFolder: string;
  }
}

const memory = "/dev/shm";
const enoughBytes = 1024 ** 3;

/** In memory, where the machine has room there: waiting until a disk has what was written takes half of the time otherwise. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isChosen = process.env["TMPDIR"] !== undefined;
  const place = !isChosen && (await hasRoom(memory)) ? memory : tmpdir();
  const folder = await mkdtemp(join(place, "workspace-bot-tests-"));
  // A Postgres in it runs as another user if the tests run as root.
  await chmod(folder, 0o711);
  project.provide("temporaryFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize > enoughBytes;
  } catch {
    return false;
  }
}
