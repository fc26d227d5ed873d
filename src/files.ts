import { open } from "node:fs/promises";

/** Resolves when a file or folder is on the disk itself, so that a power failure doesn't undo it. */
export async function syncToDisk(path: string): Promise<void> {
  if (process.platform === "win32") return; // Windows can't open folders
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Such as `ENOENT`, otherwise "unknown". */
export function getErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}
