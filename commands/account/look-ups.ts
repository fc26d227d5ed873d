import { ApiError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import { canUseForOthers } from "../../src/interactions/access.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { describeWait } from "../../src/ui/time.ts";
import { lookUpPerson, type ServicePerson } from "../kit/service-person.ts";

/** Enough to find yourself after a few typos, and too few to browse everyone. */
const maxAnHour = 10;
const hourMs = 60 * 60_000;

/**
 * Looks up who someone without an account says they are. Any user id shows a name and a picture, so each look-up counts,
 * and goes into the audit log.
 * @throws UserError if the caller reached the limit, and what `lookUpPerson` throws
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
  // Managers can look people up by their id anyway.
  if (canUseForOthers(invoker)) return;
  const at = now();
  const hour = Math.floor(at / hourMs);
  for (let nth = 1; nth <= maxAnHour; nth += 1)
    if (await store.idempotencyKeys.claim(`look-up:${guildId}:${invoker.discordUserId}:${hour}:${nth}`, at))
      return;
  const again = describeWait((hour + 1) * hourMs - at);
  throw new UserError(
    `You can look up ${maxAnHour} people an hour and have done so, so nobody was looked up now. Try again in ${again}, or ask a manager to connect you.`,
  );
}
