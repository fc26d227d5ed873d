import type { ScheduledEvent } from "./scheduled-events.ts";
import type { Attachments } from "./attachments.ts";
import type { Commands } from "./commands.ts";
import type { Directory } from "./directory.ts";
import type { Endpoints } from "./endpoints.ts";
import type { Events } from "./events.ts";
import type { Interactions } from "./interactions.ts";
import type { Messages } from "./messages.ts";
import type { EmulatorOptions } from "./types.ts";

/** All parts of the emulated Discord, made once and passed along. */
export interface World {
  readonly now: () => number;
  readonly newId: () => string;
  readonly events: Events;
  readonly directory: Directory;
  readonly attachments: Attachments;
  readonly messages: Messages;
  readonly commands: Commands;
  readonly interactions: Interactions;
  readonly endpoints: Endpoints;
  /** Sees what the bot answers in responses, as it sees its requests. */
  readonly checkRequest: EmulatorOptions["checkRequest"];
  /** By guild: what people have planned there. */
  readonly scheduledEvents: Map<string, readonly ScheduledEvent[]>;
  /** Sends an event to the shard that serves the guild; without a guild, to shard 0. */
  readonly dispatch: (guildId: string | undefined, event: string, data: unknown) => void;
}
