import type { Control } from "./page-controls.ts";
import type { Fault, ServiceStandIn } from "./service/index.ts";

const times = Number.MAX_SAFE_INTEGER;

/** A bad hour of the service, in the order it is shown. Of two that are on, the one pushed first comes first. */
export function serviceSwitches(service: ServiceStandIn): readonly Control[] {
  return [
    faultSwitch(service, "slow", "Slow", "Each answer takes 2 seconds.", { kind: "slow", ms: 2_000, times }),
    faultSwitch(service, "crawling", "Very slow", "Each answer takes 4 seconds; Discord waits 3.", {
      kind: "slow",
      ms: 4_000,
      times,
    }),
    faultSwitch(service, "half", "Every second call fails", "The calls between are answered.", {
      kind: "status",
      status: 500,
      every: 2,
      times,
    }),
    faultSwitch(service, "failing", "Failing", "Each request ends in an error of the service.", {
      kind: "status",
      status: 500,
      times,
    }),
    faultSwitch(service, "limited", "Limit used up", "Too many requests: refused for 23 seconds.", {
      kind: "status",
      status: 429,
      resetSeconds: 23,
      times,
    }),
    faultSwitch(service, "cut", "Connection cut", "The work is done, but the answer never arrives.", {
      kind: "cut",
      when: "after",
      times,
    }),
    faultSwitch(service, "nonsense", "Nonsense", "A web page instead of data.", {
      kind: "nonsense",
      form: "html",
      times,
    }),
    keyRevoked(service),
  ];
}

function faultSwitch(
  service: ServiceStandIn,
  id: string,
  label: string,
  hint: string,
  fault: Fault,
): Control {
  let takeBack: (() => void) | undefined;
  return {
    id: `service-${id}`,
    group: "service",
    kind: "switch",
    label,
    hint,
    isOn: () => takeBack !== undefined,
    run(isOn) {
      takeBack?.();
      takeBack = isOn ? service.faults.add(fault) : undefined;
      if (isOn) return `The service from now on: ${label.toLowerCase()}.`;
      return service.faults.active.length === 0
        ? "The service is well again."
        : "That is over; what else is on stays on.";
    },
  };
}

function keyRevoked(service: ServiceStandIn): Control {
  let revoked = false;
  return {
    id: "service-revoked",
    group: "service",
    kind: "switch",
    label: "Key revoked",
    hint: "The service accepts the server's key no more.",
    isOn: () => revoked,
    run(isOn) {
      revoked = isOn;
      if (isOn) service.revokeToken();
      else service.issueToken(service.token);
      return isOn ? "The key was revoked." : "The key is accepted again.";
    },
  };
}
