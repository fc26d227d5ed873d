import type { RequestRecord } from "./types.ts";

const kept = 1_000;

/** The last requests of the bot. */
export class RequestLog {
  readonly #records: RequestRecord[] = [];
  #last = 0;

  get records(): readonly RequestRecord[] {
    return this.#records;
  }

  add(record: Omit<RequestRecord, "id">): RequestRecord {
    this.#last += 1;
    const numbered = { id: this.#last, ...record };
    this.#records.push(numbered);
    if (this.#records.length > kept) this.#records.shift();
    return numbered;
  }
}

/** Anyone with an interaction's token can reply to it. */
export function maskPath(path: string): string {
  return path.replace(/^(\/interactions\/\d+\/)[^/]+/, "$1***").replace(/^(\/webhooks\/\d+\/)[^/]+/, "$1***");
}
