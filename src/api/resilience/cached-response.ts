import type { ApiResult } from "../client.ts";
import { readAgain } from "../response-body.ts";
import { deepFreeze } from "../deep-freeze.ts";
import type { Endpoint } from "../endpoint.ts";

/** What an answer says, as it is kept. */
export interface CachedResponse {
  /** Cannot be changed. The same object each time. */
  readonly data: unknown;
}

/** A longer answer is not read again: that would take others' time. */
const maxTextLength = 64 * 1024;

/**
 * An answer as its text, until somebody asks for it. Most are never asked for again: what was made of them would take
 * three times the memory, and the garbage collector would move and follow every part of it.
 */
class UnparsedResponse implements CachedResponse {
  readonly #endpoint: Endpoint;
  #text: string | undefined;
  #data: unknown;

  constructor(endpoint: Endpoint, text: string) {
    this.#endpoint = endpoint;
    this.#text = text;
  }

  get data(): unknown {
    if (this.#text !== undefined) this.#data = deepFreeze(readAgain(this.#endpoint, this.#text));
    this.#text = undefined;
    return this.#data;
  }
}

/** @param response what was read, which cannot be changed any more */
export function toCachedResponse({ data, text }: ApiResult, endpoint: Endpoint): CachedResponse {
  return text === undefined || text.length > maxTextLength ? { data } : new UnparsedResponse(endpoint, text);
}
