import { StoreError } from "./errors.ts";

// Primary result codes of SQLite; the low byte of an extended code is the primary one.
const busy = [5, 6];
const notWritable = [3, 8, 14];
const diskTrouble = 10;
const damaged = [11, 26];
const full = 13;

// What the file system itself says, before SQLite has the file.
const codeOfFileError: Readonly<Record<string, number>> = {
  EACCES: 3,
  EPERM: 3,
  EROFS: 8,
  EISDIR: 14,
  ENOSPC: 13,
};

/** Gives a failure of SQLite its kind and words; anything else comes back as it is. */
export function sqliteFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = resultCode(error);
  if (code === undefined) return error;
  const options = { cause: error };
  if (busy.includes(code)) {
    return new StoreError(
      "locked",
      "The database file is locked by another program, for example a backup or an open database browser. Close it and try again.",
      options,
    );
  }
  if (code === full) {
    return new StoreError(
      "full",
      "The disk with the database is full, so nothing was stored. Make room on it; the bot goes on by itself.",
      options,
    );
  }
  if (notWritable.includes(code)) {
    return new StoreError(
      "not-writable",
      "The database file cannot be opened or written. Check that the data folder belongs to the user that runs the bot.",
      options,
    );
  }
  if (damaged.includes(code) || code === diskTrouble) {
    return new StoreError(
      "damaged",
      "The database file cannot be read properly: the file or its disk is damaged. Stop the bot, keep a copy of the data folder, and restore a backup.",
      options,
    );
  }
  return error;
}

function resultCode(error: Error): number | undefined {
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode & 0xff;
  return "code" in error && typeof error.code === "string" ? codeOfFileError[error.code] : undefined;
}
