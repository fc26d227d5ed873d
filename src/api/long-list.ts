import type { z } from "zod";
import type { ResponseConsumer } from "../http/request.ts";
import { createRecordReader } from "./contract/records.ts";
import type { ContractError } from "./errors.ts";
import { createListCutter } from "./list-cutter.ts";

/** The longest record accepted in a list. */
const maxRecordBytes = 1024 * 1024;

export type LongListResult =
  { readonly data: unknown } | { readonly issues: ContractError["issues"] } | { readonly tooLarge: true };

/**
 * A long list parsed while it arrives: a few records at a time, with other work in between. Held as a whole it would
 * take many times its length in memory, and block everything else while it is parsed.
 */
export interface LongList extends ResponseConsumer {
  /** If no more was wanted, why not. */
  end(): LongListResult;
}

/** `undefined` if responses of this schema can't be parsed this way. */
export function createLongList(schema: z.ZodType, pause: () => Promise<void>): LongList | undefined {
  const records = createRecordReader(schema, deepFreeze);
  if (records === undefined) return undefined;
  const cutter = createListCutter(maxRecordBytes);
  let failure: Exclude<LongListResult, { readonly data: unknown }> | undefined;

  const read = (cut: () => string | undefined): boolean => {
    if (failure !== undefined) return false;
    try {
      const text = cut();
      if (text === undefined) return true;
      if (!isReadable(text)) throw new RangeError("it has too many parts");
      // The cutter returns only lists.
      const values = JSON.parse(text) as unknown[];
      if (!records.push(values)) failure = { issues: records.issues };
    } catch (error) {
      failure = error instanceof RangeError ? { tooLarge: true } : { issues: [noJson] };
    }
    return failure === undefined;
  };

  return {
    async push(piece) {
      if (failure === undefined) await pause();
      return read(() => cutter.push(piece));
    },

    end() {
      read(() => cutter.end());
      if (failure !== undefined) return failure;
      const data = records.end();
      return data === undefined ? { issues: records.issues } : { data };
    },
  };
}

const noJson: z.core.$ZodIssue = {
  code: "custom",
  path: [],
  message: "the body is no JSON",
  input: undefined,
};

/** Shorter texts are cheap to parse, whatever they contain. */
const smallLength = 64 * 1024;
const maxDepth = 64;
/** Objects and lists together: as in a real response ten times the longest accepted. */
const maxContainers = 400_000;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether parsing this JSON costs no more than a real response of its length: millions of empty objects would take
 * seconds and hundreds of megabytes. Looks only at brackets; text that is not JSON may pass.
 */
export function isReadable(text: string): boolean {
  if (text.length <= smallLength) return true;
  let depth = 0;
  let containers = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = findStringEnd(text, index);
    else if (code === 0x7b || code === 0x5b) {
      containers += 1;
      depth += 1;
      if (depth > maxDepth || containers > maxContainers) return false;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return true;
}

function findStringEnd(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
  } while (isEscaped(text, end));
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Freezes data recursively, so that it can be shared. Returns the same object. */
export function deepFreeze<T>(data: T): T {
  if (typeof data !== "object" || data === null || Object.isFrozen(data)) return data;
  if (Array.isArray(data)) for (const part of data) deepFreeze(part);
  // Parsed data has no inherited keys, and `Object.values` would cost more than everything else here.
  else for (const name in data) if (typeof data[name] === "object") deepFreeze(data[name]);
  return Object.freeze(data);
}
