import type { Answer } from "../client.ts";
import { readAgain } from "../response-body.ts";
import { deepFreeze } from "../deep-freeze.ts";
import type { Endpoint } from "../endpoint.ts";

/** What an answer says, as it is kept. */
export interface KeptAnswer {
  /** Cannot be changed. The same object each time. */
  readonly data: unknown;
}

/** A longer answer is not read again: that would take others' time. */
const maxTextLength = 64 * 1024;

/**
 * An answer as its text, until somebody asks for it. Most are never asked for again: what was made of them would take
 * three times the memory, and the garbage collector would move and follow every part of it.
 */
class UnreadAnswer implements KeptAnswer {
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

/** @param answer what was read, which cannot be changed any more */
export function keptAnswer({ data, text }: Answer, endpoint: Endpoint): KeptAnswer {
  return text === undefined || text.length > maxTextLength ? { data } : new UnreadAnswer(endpoint, text);
}
