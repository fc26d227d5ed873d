export interface LruMapOptions<K, V> {
  /** Of all entries together: their number, unless `sizeOf` says how much each counts. */
  readonly maxSize: number;
  readonly sizeOf?: (value: V) => number;
  /** Called with what had to go to make room, and with nothing else. */
  readonly onEvict?: (key: K, value: V) => void;
}

/** A map of bounded size. What was set or asked for the longest ago goes first. */
export class LruMap<K, V> {
  /** In the order of their last use. */
  readonly #entries = new Map<K, V>();
  readonly #maxSize: number;
  readonly #sizeOf: (value: V) => number;
  readonly #onEvict: ((key: K, value: V) => void) | undefined;
  #size = 0;

  constructor({ maxSize, sizeOf = () => 1, onEvict }: LruMapOptions<K, V>) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
    this.#onEvict = onEvict;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Without counting as a use. */
  peek(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** What alone would be larger than everything may be isn't taken. */
  set(key: K, value: V): void {
    this.delete(key);
    const size = this.#sizeOf(value);
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
    this.#size -= this.#sizeOf(value);
  }

  /** What was used the longest ago comes first. */
  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.#entries.entries();
  }
}
