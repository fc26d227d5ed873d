import { LeaseEndedError } from "../../lease.ts";
import type { RepliableInteraction } from "../../ui/reply.ts";
import type { Timeliness } from "../handler-context.ts";
import { deferReply, type MessageAck } from "./callbacks.ts";

/** Discord waits 3 s for the first reply, and it takes some time to get there. */
export const surelyWaitsMs = 2_000;
/** A write that begins by then was admitted before, and its reply is on its way. */
const mayBeginMs = 2_750;

export interface Acknowledgement extends Timeliness {
  /** Tells Discord that the reply takes a while. Tried once. @throws Discord's error */
  defer(): Promise<void>;
}

/**
 * @param ack how it is deferred; `undefined` if it can't be, since it opens a form
 * @param elapsedMs since Discord sent the interaction
 */
export function createAcknowledgement(
  interaction: RepliableInteraction,
  ack: MessageAck | undefined,
  elapsedMs: () => number,
): Acknowledgement {
  let state: "awaited" | "accepted" | "failed" = "awaited";
  let deferring: Promise<void> | undefined;

  async function send(): Promise<void> {
    try {
      if (ack === undefined) throw new Error("a form can't be deferred");
      await deferReply(interaction, ack);
      state = "accepted";
    } catch (error) {
      state = "failed";
      throw error;
    }
  }
  const defer = (): Promise<void> => (deferring ??= send());

  return {
    defer,
    isInTime: () => state === "accepted" || (state === "awaited" && elapsedMs() < mayBeginMs),
    async ensureInTime() {
      if (state === "awaited" && elapsedMs() < surelyWaitsMs) return;
      try {
        await defer();
      } catch (cause) {
        throw new LeaseEndedError("Discord no longer waits for the answer", { cause });
      }
    },
  };
}

/** For what is only read. */
export const alwaysInTime: Timeliness = {
  isInTime: () => true,
  ensureInTime: () => Promise.resolve(),
};
