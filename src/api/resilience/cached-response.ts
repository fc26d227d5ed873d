import type { ApiResult } from "../client.ts";
import { readAgain } from "../response-body.ts";
import { deepFreeze } from "../deep-freeze.ts";
import type { Endpoint } from "../endpoint.ts";

/** A cached response. */
export interface CachedResponse {
  /** Frozen. The same object each time. */
  readonly data: unknown;
}

/** Longer responses are kept parsed: parsing them again would block others. */
const maxTextLength = 64 * 1024;

/**
 * A response kept as text until it is asked for. Most never are: parsed, they would take three times the memory, and
 * the garbage collector would have to trace and move every part.
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

/** @param response already frozen */
export function toCachedResponse({ data, text }: ApiResult, endpoint: Endpoint): CachedResponse {
  return text === undefined || text.length > maxTextLength ? { data } : new UnparsedResponse(endpoint, text);
}
