import { ApiError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import { canUseForOthers } from "../../src/interactions/access.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { timestamp } from "../../src/ui/time.ts";
import { lookUpPerson, type ServicePerson } from "../kit/service-person.ts";

/** Enough to find oneself after a few typing mistakes, and too few to look through everybody. */
const maxAnHour = 10;
const hourMs = 60 * 60_000;

/**
 * Who somebody without an account says they are. Any user id shows a name and a picture, so each look-up counts, and
 * stands in the audit log.
 * @throws UserError when the caller looked up as many as they may, and what `lookUpPerson` throws
 */
export async function lookUpOneself(userId: string, ctx: LinkedContext): Promise<ServicePerson> {
  await count(ctx);
  const record = (outcome: "done" | "refused") =>
    recordAudit({ action: "account.look-up", outcome, target: userId }, ctx);
  try {
    const person = await lookUpPerson(userId, ctx);
    await record("done");
    return person;
  } catch (error) {
    if (error instanceof ApiError) await record("refused");
    throw error;
  }
}

async function count({ invoker, guildId, store, now }: LinkedContext): Promise<void> {
  // Managers see people by their id anyway.
  if (canUseForOthers(invoker)) return;
  const at = now();
  const hour = Math.floor(at / hourMs);
  for (let nth = 1; nth <= maxAnHour; nth += 1)
    if (await store.idempotencyKeys.claim(`look-up:${guildId}:${invoker.discordUserId}:${hour}:${nth}`, at))
      return;
  const again = timestamp(Temporal.Instant.fromEpochMilliseconds((hour + 1) * hourMs), "R");
  throw new UserError(
    `You looked up ${maxAnHour} people of the workspace within this hour, which is as many as you can, so nobody was looked up now. Try again ${again}, or ask a manager to connect you.`,
  );
}
