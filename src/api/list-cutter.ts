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
export class ListCutter {
  readonly #maxElementBytes: number;
  /** Bytes not yet returned. */
  #rest: Buffer[] = [];
  #restBytes = 0;
  /** 0 before and after the list, 1 between its elements. */
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #state: "before" | "inside" | "after" = "before";
  #isCut = false;

  /** @param maxElementBytes longer elements are rejected */
  constructor(maxElementBytes: number) {
    this.#maxElementBytes = maxElementBytes;
  }

  /**
   * @returns a list of the elements that are complete so far, as text; `undefined` if there are none
   * @throws NotAList; RangeError for an element that is too long
   */
  push(piece: Buffer): string | undefined {
    const start = this.#state === "before" ? this.#enter(piece) : 0;
    if (this.#state === "before") return undefined;
    const cutAt = this.#scan(piece, start);
    let elements: string | undefined;
    if (cutAt !== undefined) {
      this.#keep(piece.subarray(start, cutAt));
      elements = this.#emit(false);
      this.#isCut = true;
    }
    this.#keep(piece.subarray(cutAt === undefined ? start : cutAt + 1));
    if (this.#restBytes > this.#maxElementBytes) throw new RangeError("an element is too long");
    return elements;
  }

  /** @returns a list of the remaining elements @throws NotAList */
  end(): string {
    if (this.#state !== "after") throw new NotAList("the list has no end");
    return this.#emit(true);
  }

  /** @returns where the first element begins */
  #enter(piece: Buffer): number {
    const first = piece.findIndex((byte) => !isSpace(byte));
    if (first === -1) return piece.length;
    if (piece[first] !== openList) throw new NotAList("it begins with something else");
    this.#state = "inside";
    this.#depth = 1;
    return first + 1;
  }

  /** @returns the position of the last comma between two elements */
  #scan(piece: Buffer, start: number): number | undefined {
    let cutAt: number | undefined;
    let depth = this.#depth;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    for (let at = start; at < piece.length; at++) {
      const byte = piece[at];
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
      } else if (this.#state === "after") {
        if (!isSpace(byte)) throw new NotAList("something stands behind the list");
      } else if (byte === quote) isInString = true;
      else if (byte === openObject || byte === openList) depth += 1;
      else if (byte === closeObject || byte === closeList) {
        depth -= 1;
        if (depth === 0) this.#leave(byte);
      } else if (byte === comma && depth === 1) cutAt = at;
    }
    this.#depth = depth;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    return cutAt;
  }

  #leave(byte: number): void {
    if (byte !== closeList) throw new NotAList("the list is closed like an object");
    this.#state = "after";
  }

  #keep(piece: Buffer): void {
    this.#rest.push(piece);
    this.#restBytes += piece.length;
  }

  #emit(isLast: boolean): string {
    const text = Buffer.concat(this.#rest).toString("utf8");
    this.#rest = [];
    this.#restBytes = 0;
    const elements = isLast ? text.slice(0, text.lastIndexOf("]")) : text;
    // There must be something between two commas, and after the last one.
    if (elements.trim() === "" && !(isLast && !this.#isCut)) throw new NotAList("an element is missing");
    return `[${elements}]`;
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
