import type { WorkspaceApi } from "./api/client.ts";
import type { Config } from "./config.ts";
import type { Logger } from "./log.ts";
import type { Store } from "./store/store.ts";
import type { Vault } from "./vault/vault.ts";

/** All that the program shares, made once at start and passed along. A test passes what it wants to vary. */
export interface AppContext {
  readonly config: Config;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A fresh id of 22 letters, digits, `-` and `_`; cannot be guessed. */
  readonly newId: () => string;
  readonly store: Store;
  readonly vault: Vault;
  /** The workspace service as seen with a token. */
  readonly connect: (token: string) => WorkspaceApi;
  /** A clickable mention of a command, for example of `order search`; its plain name before registration. */
  readonly commandMention: (path: string) => string;
}
