/** The text is not a single JSON list. */
export class NotAList extends Error {
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
 */
export interface ListCutter {
  /**
   * @returns a list of the elements that are complete so far, as text; `undefined` if there are none
   * @throws NotAList; RangeError for an element that is too long
   */
  push(piece: Buffer): string | undefined;
  /** @returns a list of the remaining elements @throws NotAList */
  end(): string;
}

/** @param maxElementBytes longer elements are rejected */
export function createListCutter(maxElementBytes: number): ListCutter {
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
    push(piece) {
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

    end() {
      if (state !== "after") throw new NotAList("the list has no end");
      return emit(true);
    },
  };
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
