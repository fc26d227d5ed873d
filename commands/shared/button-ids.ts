import { isServiceId } from "../../src/domain/service-ids.ts";

/**
 * Whether an id of the service can stand in a button, even beside a second one. All that were ever seen can; others are
 * left without a button, since Discord has no room for them.
 */
export function canBeInButton(id: string): boolean {
  return isServiceId(id) && encodeURIComponent(id).length <= 40;
}
