import type { PageFault } from "../page-types.ts";
import type { DiscordFaults } from "../types.ts";

export function applyPageFault(faults: DiscordFaults, fault: PageFault): void {
  switch (fault.kind) {
    case "drop-sockets":
      return faults.dropSockets();
    case "ask-reconnect":
      return faults.askReconnect();
    case "invalidate-sessions":
      return faults.invalidateSessions(fault.resumable);
    case "take-permission":
      return faults.takePermission(fault.channelId, BigInt(fault.permissions));
    case "restore-permissions":
      return faults.restorePermissions();
    case "fail-requests":
      return faults.failRequests({ status: fault.status, times: fault.times });
    case "slow-requests":
      return faults.slowRequests({ delay: fault.delayMs, times: fault.times });
    case "clear":
      return faults.clear();
    default:
      return fault satisfies never;
  }
}
