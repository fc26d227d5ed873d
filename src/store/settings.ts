/** Small facts the bot itself remembers, for example the hash of the commands it registered. */
export interface Settings {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
}
