import type { Control } from "./page-api/switches.ts";
import type { Fault, ServiceEmulator } from "./service/index.ts";

const times = Number.MAX_SAFE_INTEGER;

/** Service faults, in the order shown. If two are on, the one switched on first applies.  */
export function serviceSwitches(service: ServiceEmulator): readonly Control[] {
  return [
    faultSwitch(service, "slow", "Slow", "Every response takes 2 seconds.", {
      kind: "slow",
      ms: 2_000,
      times,
    }),
    faultSwitch(service, "crawling", "Very slow", "Every response takes 4 seconds; Discord waits 3.", {
      kind: "slow",
      ms: 4_000,
      times,
    }),
    faultSwitch(service, "half", "Every second request fails", "The others succeed.", {
      kind: "status",
      status: 500,
      every: 2,
      times,
    }),
    faultSwitch(service, "failing", "Failing", "Every request returns an error.", {
      kind: "status",
      status: 500,
      times,
    }),
    faultSwitch(service, "limited", "Rate limit used up", "Requests are refused for 23 seconds.", {
      kind: "status",
      status: 429,
      resetSeconds: 23,
      times,
    }),
    faultSwitch(
      service,
      "cut",
      "Connection lost",
      "The request is carried out, but the response never arrives.",
      {
        kind: "cut",
        when: "after",
        times,
      },
    ),
    faultSwitch(service, "nonsense", "Nonsense", "It returns a web page instead of data.", {
      kind: "nonsense",
      form: "html",
      times,
    }),
    faultSwitch(service, "silent", "Silent", "Connections stay open, and no answer ever comes.", {
      kind: "silent",
      times,
    }),
    faultSwitch(service, "records", "Unreadable records", "The first record of each list is damaged.", {
      kind: "wrong-records",
      times,
    }),
    faultSwitch(service, "bare", "Empty answers", "The work is done, and the answer tells nothing of it.", {
      kind: "bare",
      times,
    }),
    faultSwitch(service, "unsuccessful", "Unsuccessful", "Deletions are answered with “it didn't work”.", {
      kind: "unsuccessful",
      times,
    }),
    faultSwitch(service, "large", "Far too much", "8 MB of things that are no records.", {
      kind: "nonsense",
      form: "wrong-items",
      times,
    }),
    keyRevoked(service),
  ];
}

function faultSwitch(
  service: ServiceEmulator,
  id: string,
  label: string,
  hint: string,
  fault: Fault,
): Control {
  let withdraw: (() => void) | undefined;
  return {
    id: `service-${id}`,
    group: "service",
    kind: "switch",
    label,
    hint,
    isOn: () => withdraw !== undefined,
    run(isOn) {
      withdraw?.();
      withdraw = isOn ? service.faults.add(fault) : undefined;
      if (isOn) return `Service: ${label.toLowerCase()}.`;
      return service.faults.active.length === 0
        ? "The service works again."
        : "Turned off. Other switches are still on.";
    },
  };
}

function keyRevoked(service: ServiceEmulator): Control {
  let revoked = false;
  return {
    id: "service-revoked",
    group: "service",
    kind: "switch",
    label: "Key revoked",
    hint: "The service no longer accepts the server's key.",
    isOn: () => revoked,
    run(isOn) {
      revoked = isOn;
      if (isOn) service.revokeToken();
      else service.issueToken(service.token);
      return isOn ? "The key was revoked." : "The key is accepted again.";
    },
  };
}
