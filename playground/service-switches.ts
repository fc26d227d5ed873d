import type { Control } from "./page-api/switches.ts";
import type { Fault, ServiceEmulator, WorkspaceEmulator } from "./service/index.ts";

const times = Number.MAX_SAFE_INTEGER;

/** Service faults, in the order shown. If two are on, the one switched on first applies. They strike the chosen workspace alone, or all. */
export function serviceSwitches(service: ServiceEmulator): readonly Control[] {
  const strikes = createStrikes(service);
  return [
    strikes.target,
    faultSwitch(strikes, "slow", "Slow", "Every response takes 2 seconds.", {
      kind: "slow",
      ms: 2_000,
      times,
    }),
    faultSwitch(strikes, "crawling", "Very slow", "Every response takes 4 seconds; Discord waits 3.", {
      kind: "slow",
      ms: 4_000,
      times,
    }),
    faultSwitch(strikes, "half", "Every second request fails", "The others succeed.", {
      kind: "status",
      status: 500,
      every: 2,
      times,
    }),
    faultSwitch(strikes, "failing", "Failing", "Every request returns an error.", {
      kind: "status",
      status: 500,
      times,
    }),
    faultSwitch(strikes, "limited", "Rate limit used up", "Requests are refused for 23 seconds.", {
      kind: "status",
      status: 429,
      resetSeconds: 23,
      forMs: 23_000,
    }),
    faultSwitch(
      strikes,
      "cut",
      "Connection lost",
      "The request is carried out, but the response never arrives.",
      {
        kind: "cut",
        when: "after",
        times,
      },
    ),
    faultSwitch(strikes, "nonsense", "Nonsense", "It returns a web page instead of data.", {
      kind: "nonsense",
      form: "html",
      times,
    }),
    faultSwitch(strikes, "silent", "Silent", "Connections stay open, and no answer ever comes.", {
      kind: "silent",
      times,
    }),
    faultSwitch(strikes, "records", "Unreadable records", "The first record of each list is damaged.", {
      kind: "wrong-records",
      times,
    }),
    faultSwitch(strikes, "unreadable", "No readable record", "Every record of each list is damaged.", {
      kind: "wrong-records",
      count: Number.MAX_SAFE_INTEGER,
      times,
    }),
    faultSwitch(
      strikes,
      "loose",
      "Loosely written",
      "Everything is there, with dates and fields in other forms than documented.",
      { kind: "loose-types", times },
    ),
    faultSwitch(strikes, "activity", "Activity fails", "Requests for people's activity return an error.", {
      kind: "status",
      status: 500,
      operation: "getActivity",
      times,
    }),
    faultSwitch(
      strikes,
      "bare",
      "Empty answers",
      "The work is done, but the response says nothing about it.",
      {
        kind: "bare",
        times,
      },
    ),
    faultSwitch(strikes, "unsuccessful", "Unsuccessful", "Deletions are answered with “it didn't work”.", {
      kind: "unsuccessful",
      times,
    }),
    faultSwitch(strikes, "large", "Far too much", "8 MB of things that aren't records.", {
      kind: "nonsense",
      form: "wrong-items",
      times,
    }),
    keyRevoked(strikes),
  ];
}

/** Begins some trouble for these workspaces alone. @returns ends it */
type Begin = (struck: readonly WorkspaceEmulator[]) => () => void;

interface Strikes {
  readonly service: ServiceEmulator;
  /** The workspaces that are struck: what is on moves with the choice. */
  readonly target: Control;
  /** `Harbour Café`, or `Both workspaces`. */
  readonly struckName: () => string;
  readonly isOn: (id: string) => boolean;
  readonly begin: (id: string, begin: Begin) => void;
  readonly end: (id: string) => void;
}

const everyone = "all";

function createStrikes(service: ServiceEmulator): Strikes {
  const on = new Map<string, { readonly begin: Begin; readonly end: () => void }>();
  let chosen = service.workspaceId;
  const all = (): readonly WorkspaceEmulator[] => [service, ...service.others];
  const choices = () => [
    ...all().map(({ workspaceId: value, state }) => ({ value, label: state.workspace.name })),
    { value: everyone, label: "Both" },
  ];
  const struck = () => all().filter(({ workspaceId }) => chosen === everyone || workspaceId === chosen);
  const struckName = () =>
    chosen === everyone ? "Both workspaces" : (struck()[0]?.state.workspace.name ?? "");
  const end = (id: string): void => {
    on.get(id)?.end();
    on.delete(id);
  };
  const begin = (id: string, each: Begin): void => {
    end(id);
    on.set(id, { begin: each, end: each(struck()) });
  };
  return {
    service,
    struckName,
    isOn: (id) => on.has(id),
    begin,
    end,
    target: {
      id: "service-target",
      group: "service",
      kind: "choice",
      label: "Fails for",
      choices,
      chosen: () => chosen,
      run(_isOn, _channelId, value) {
        if (choices().some((choice) => choice.value === value)) chosen = value;
        // Each begins again, which changes the map.
        const running = [...on];
        for (const [id, { begin: each }] of running) begin(id, each);
        return on.size === 0
          ? `What you turn on now is for ${struckName()}.`
          : `What is on is for ${struckName()} now.`;
      },
    },
  };
}

function faultSwitch(strikes: Strikes, id: string, label: string, hint: string, fault: Fault): Control {
  const { faults } = strikes.service;
  let begun: readonly Fault[] = [];
  const begin: Begin = (struck) => {
    begun = struck.map(({ workspaceId }) => ({ ...fault, workspaceId }));
    const ends = begun.map((each) => faults.add(each));
    return () => ends.forEach((end) => end());
  };
  return {
    ...switchOf(strikes, id, begin, [label.toLowerCase(), "The service works again."]),
    // One that names a time is over by then.
    isOn: () => strikes.isOn(id) && faults.active.some((active) => begun.includes(active)),
    label,
    hint,
  };
}

function keyRevoked(strikes: Strikes): Control {
  const begin: Begin = (struck) => {
    for (const each of struck) each.revokeToken();
    return () => struck.forEach((each) => each.issueToken(each.token));
  };
  return {
    ...switchOf(strikes, "revoked", begin, ["the key was revoked", "The key is accepted again."]),
    label: "Key revoked",
    hint: "The service no longer accepts the server's key.",
  };
}

function switchOf(strikes: Strikes, id: string, begin: Begin, [onText, offText]: readonly [string, string]) {
  return {
    id: `service-${id}`,
    group: "service",
    kind: "switch",
    isOn: () => strikes.isOn(id),
    run(isOn: boolean): string {
      if (isOn) strikes.begin(id, begin);
      else strikes.end(id);
      if (isOn) return `${strikes.struckName()}: ${onText}.`;
      return strikes.service.faults.active.length === 0
        ? offText
        : "Turned off. Other switches are still on.";
    },
  } as const;
}
