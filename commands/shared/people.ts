import { systemActorName } from "../../src/domain/user-ids.ts";
import { code } from "../../src/text/inert.ts";

/** Someone named by a user id of the service; the system actors have words instead. */
export function personWords(userId: string): string {
  return systemActorName(userId) ?? code(userId, 24);
}
