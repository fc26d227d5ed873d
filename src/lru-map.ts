export interface LruMapOptions<K, V> {
  /** For all entries together: their number, or the sum of `getSize` if given. */
  readonly maxSize: number;
  readonly getSize?: (value: V) => number;
  /** Called for entries evicted to make room, but not for other removals. */
  readonly onEvict?: (key: K, value: V) => void;
}

/** A map of bounded size; the least recently used entry is evicted first. */
export class LruMap<K, V> {
  /** Least recently used first. */
  readonly #entries = new Map<K, V>();
  readonly #maxSize: number;
  readonly #getSize: (value: V) => number;
  readonly #onEvict: ((key: K, value: V) => void) | undefined;
  #size = 0;

  constructor({ maxSize, getSize = () => 1, onEvict }: LruMapOptions<K, V>) {
    this.#maxSize = maxSize;
    this.#getSize = getSize;
    this.#onEvict = onEvict;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Reads an entry without counting as a use. */
  peek(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** Ignores an entry that is larger than `maxSize` by itself. */
  set(key: K, value: V): void {
    this.delete(key);
    const size = this.#getSize(value);
    if (size > this.#maxSize) return;
    this.#entries.set(key, value);
    this.#size += size;
    for (const [oldest, evicted] of this.#entries) {
      if (this.#size <= this.#maxSize) return;
      this.delete(oldest);
      this.#onEvict?.(oldest, evicted);
    }
  }

  delete(key: K): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#size -= this.#getSize(value);
  }

  /** Least recently used first. */
  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.#entries.entries();
  }
}
