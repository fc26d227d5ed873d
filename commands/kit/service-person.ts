import { z } from "zod";
import type { CallOptions } from "../../src/api/client.ts";
import type { User } from "../../src/api/contract/users.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { webAddress } from "../../src/ui/embed.ts";

/** A user of the service, as far as people are shown one. */
export const ServicePerson = z.object({
  userId: z.string(),
  displayName: z.string(),
  username: z.string().optional(),
  avatarUrl: z.string().optional(),
});
export type ServicePerson = z.output<typeof ServicePerson>;

/** @throws ApiError, `not-found` when the service knows no such user */
export async function lookUpPerson(
  userId: string,
  { api }: LinkedContext,
  options?: CallOptions,
): Promise<ServicePerson> {
  return personOf(userId, await api.getUser({ params: { userId } }, options));
}

/** The id is the one that was asked for: whatever the answer says, it is what goes into further requests. */
function personOf(userId: string, { username, display_name, avatar }: User): ServicePerson {
  return {
    userId,
    displayName: display_name?.trim() || username?.trim() || `User ${userId}`,
    username: username?.trim() || undefined,
    avatarUrl: webAddress(avatar?.initial) ?? webAddress(avatar?.transparent),
  };
}
