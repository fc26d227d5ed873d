export interface LruMapOptions<K, V> {
  /** For all entries together: their number, or the sum of `getSize` if given. */
  readonly maxSize: number;
  readonly getSize?: (value: V) => number;
  /** Called for entries evicted to make room, but not for other removals. */
  readonly onEvict?: (key: K, value: V) => void;
}

interface Entry<K, V> {
  readonly key: K;
  readonly value: V;
  older: Entry<K, V> | undefined;
  newer: Entry<K, V> | undefined;
}

/**
 * A map of bounded size; the least recently used entry is evicted first. The entries are linked by their use: V8 copies
 * the whole table of a `Map` whenever deleted entries have filled it.
 */
export class LruMap<K, V> {
  readonly #entries = new Map<K, Entry<K, V>>();
  #oldest: Entry<K, V> | undefined;
  #newest: Entry<K, V> | undefined;
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
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry !== this.#newest) {
      this.#unlink(entry);
      this.#append(entry);
    }
    return entry.value;
  }

  /** Reads an entry without counting as a use. */
  peek(key: K): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Ignores an entry that is larger than `maxSize` by itself. */
  set(key: K, value: V): void {
    this.delete(key);
    const size = this.#getSize(value);
    if (size > this.#maxSize) return;
    const entry: Entry<K, V> = { key, value, older: undefined, newer: undefined };
    this.#entries.set(key, entry);
    this.#append(entry);
    this.#size += size;
    while (this.#size > this.#maxSize && this.#oldest !== undefined) {
      const { key: oldest, value: evicted } = this.#oldest;
      this.delete(oldest);
      this.#onEvict?.(oldest, evicted);
    }
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#unlink(entry);
    this.#size -= this.#getSize(entry.value);
  }

  /** Least recently used first. */
  [Symbol.iterator](): ArrayIterator<[K, V]> {
    const entries: [K, V][] = [];
    for (let entry = this.#oldest; entry !== undefined; entry = entry.newer)
      entries.push([entry.key, entry.value]);
    return entries.values();
  }

  #append(entry: Entry<K, V>): void {
    entry.older = this.#newest;
    if (this.#newest === undefined) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
  }

  #unlink(entry: Entry<K, V>): void {
    const { older, newer } = entry;
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
    // An entry that was deleted must not keep others alive.
    entry.older = undefined;
    entry.newer = undefined;
  }
}
