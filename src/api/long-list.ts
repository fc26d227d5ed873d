import type { z } from "zod";
import type { ResponseConsumer } from "../http/request.ts";
import { createRecordReader } from "./contract/records.ts";
import type { ContractError } from "./errors.ts";

/** The text is not a single JSON list. */
class NotAList extends Error {
  override readonly name = "NotAList";
}

const quote = 0x22;
const comma = 0x2c;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/**
 * Cuts a JSON list that arrives in chunks into shorter lists, so that it never has to be held or parsed at once. Looks
 * only at quotes, brackets and commas; the rest is left to `JSON.parse`, which accepts all the shorter lists if and
 * only if it accepts the whole one.
 * @param maxElementBytes longer elements are rejected
 */
export function createListCutter(maxElementBytes: number) {
  /** Bytes not yet returned. */
  let rest: Buffer[] = [];
  let restBytes = 0;
  /** 0 before and after the list, 1 between its elements. */
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let state: "before" | "inside" | "after" = "before";
  let isCut = false;

  /** @returns where the first element begins */
  function enter(piece: Buffer): number {
    const first = piece.findIndex((byte) => !isSpace(byte));
    if (first === -1) return piece.length;
    if (piece[first] !== openList) throw new NotAList("it begins with something else");
    state = "inside";
    depth = 1;
    return first + 1;
  }

  /** @returns the position of the last comma between two elements */
  function scan(piece: Buffer, start: number): number | undefined {
    let cutAt: number | undefined;
    // Variables of this function are faster than those around it, and this runs for each byte.
    let depthHere = depth;
    let isString = isInString;
    let isEscape = isEscaped;
    for (let at = start; at < piece.length; at++) {
      const byte = piece[at];
      if (isString) {
        if (isEscape) isEscape = false;
        else if (byte === backslash) isEscape = true;
        else if (byte === quote) isString = false;
      } else if (state === "after") {
        if (!isSpace(byte)) throw new NotAList("something stands behind the list");
      } else if (byte === quote) isString = true;
      else if (byte === openObject || byte === openList) depthHere += 1;
      else if (byte === closeObject || byte === closeList) {
        depthHere -= 1;
        if (depthHere === 0) leave(byte);
      } else if (byte === comma && depthHere === 1) cutAt = at;
    }
    depth = depthHere;
    isInString = isString;
    isEscaped = isEscape;
    return cutAt;
  }

  function leave(byte: number): void {
    if (byte !== closeList) throw new NotAList("the list is closed like an object");
    state = "after";
  }

  function keep(piece: Buffer): void {
    rest.push(piece);
    restBytes += piece.length;
  }

  function emit(isLast: boolean): string {
    const text = Buffer.concat(rest).toString("utf8");
    rest = [];
    restBytes = 0;
    const elements = isLast ? text.slice(0, text.lastIndexOf("]")) : text;
    // There must be something between two commas, and after the last one.
    if (elements.trim() === "" && !(isLast && !isCut)) throw new NotAList("an element is missing");
    return `[${elements}]`;
  }

  return {
    /**
     * @returns a list of the elements that are complete so far, as text; `undefined` if there are none
     * @throws NotAList; RangeError for an element that is too long
     */
    push(piece: Buffer): string | undefined {
      const start = state === "before" ? enter(piece) : 0;
      if (state === "before") return undefined;
      const cutAt = scan(piece, start);
      let elements: string | undefined;
      if (cutAt !== undefined) {
        keep(piece.subarray(start, cutAt));
        elements = emit(false);
        isCut = true;
      }
      keep(piece.subarray(cutAt === undefined ? start : cutAt + 1));
      if (restBytes > maxElementBytes) throw new RangeError("an element is too long");
      return elements;
    },

    /** @returns a list of the remaining elements @throws NotAList */
    end(): string {
      if (state !== "after") throw new NotAList("the list has no end");
      return emit(true);
    },
  };
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

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
  } while (isEscapedAt(text, end));
  return end;
}

function isEscapedAt(text: string, at: number): boolean {
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
