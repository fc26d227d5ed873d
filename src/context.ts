import type { ServiceChain } from "./api/chain.ts";
import type { WorkspaceApi } from "./api/client.ts";
import type { ServiceAccess } from "./api/connections.ts";
import type { Messenger } from "./bot/messenger.ts";
import type { Config } from "./config.ts";
import type { FairScheduler } from "./fair-scheduler.ts";
import type { Brake } from "./interactions/brake.ts";
import type { Freshness } from "./interactions/observed-api.ts";
import type { ReloadPace } from "./interactions/reload-pace.ts";
import type { Refusals } from "./interactions/refusals.ts";
import type { Logger } from "./log.ts";
import type { AuditEntry } from "./store/audit.ts";
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
  /** What is known of the workspace service as a whole, and what is remembered of it. */
  readonly service: Pick<ServiceChain, "recall" | "status" | "usage" | "forget" | "leftOut">;
  /** The workspace service as one link sees it. */
  readonly connect: (access: ServiceAccess) => WorkspaceApi;
  /** When an answer of the service was read that came from memory; `undefined` for one that was just read. */
  readonly freshness: (answer: object) => Freshness | undefined;
  /** Writes into the record of who did what, and into the guild's channel for it when there is one. Never rejects. */
  readonly record: (entry: AuditEntry) => Promise<void>;
  /** Puts on record who used what is not theirs, without letting that fill the record. */
  readonly refusals: Refusals;
  /** By guild: for work on what one of them has so much of that the others would wait. */
  readonly scheduler: FairScheduler;
  /** The drafts whose write this very process is at. */
  readonly draftsInFlight: Set<string>;
  /** Holds back a person who writes too often. */
  readonly brake: Brake;
  /** Holds back a person who reloads too often. */
  readonly reloadPace: ReloadPace;
  /** Messages that answer no interaction. */
  readonly messenger: Messenger;
  /** The channel of the thread that an interaction came from, by the interaction's id; `undefined` outside of threads. */
  readonly threadParent: (interactionId: string) => string | undefined;
  /** A clickable mention of a command, for example of `order search`; its plain name before registration. */
  readonly commandMention: (path: string) => string;
}
