import type { REST } from "discord.js";
import type { AppContext } from "../context.ts";
import type { LinkedWorkspace, LinkPlace } from "../interactions/link.ts";

export interface JobTools {
  readonly ctx: AppContext;
  /** For everything that is not an answer to an interaction. */
  readonly postRest: REST;
  /** The workspace of a place. @throws UserError when there is none, KeyNotOpenedError when its key cannot be opened */
  readonly openLink: (place: LinkPlace) => Promise<LinkedWorkspace>;
  /** Tells people whose write was cut off. */
  readonly recover: (before: number) => Promise<void>;
  /** Aborted when the bot stops: what is under way is ended, nothing more is begun. */
  readonly stopping?: AbortSignal;
}

/** Work on the clock. It must bear running twice, and on several replicas at once. */
export interface Job {
  readonly name: string;
  /** In UTC; see node-cron for the form. */
  readonly cron: string;
  readonly run: (tools: JobTools) => Promise<void>;
}
