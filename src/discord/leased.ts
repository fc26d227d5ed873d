import { AsyncLocalStorage } from "node:async_hooks";
import type { Dispatcher } from "undici";
import { type Lease, LeaseEndedError } from "../lease.ts";
import type { MemberRoles } from "./member-roles.ts";
import type { Messenger } from "./messenger.ts";

// discord.js passes a request through its own queues, which can't carry our data.
const leases = new AsyncLocalStorage<Lease>();

/** The same part, but it sends nothing once the lease has ended. @throws LeaseEndedError, besides all others */
export function leasePart<Part extends Messenger | MemberRoles>(part: Part, lease: Lease): Part {
  const methods = Object.entries(part).map(([name, method]: [string, (...given: never[]) => unknown]) => [
    name,
    (...given: never[]) => leases.run(lease, () => method(...given)),
  ]);
  // Each name maps to the method of that name, run under the lease.
  return Object.fromEntries(methods) as Part;
}

/** Checks a request's lease right before it is sent, since it may have waited for long until then. */
export function checkLeases(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
  return (options, handler) => {
    const lease = leases.getStore();
    return dispatch(options, lease === undefined ? handler : new LeasedHandler(handler, lease));
  };
}

class LeasedHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #lease: Lease;

  constructor(handler: Dispatcher.DispatchHandler, lease: Lease) {
    this.#handler = handler;
    this.#lease = lease;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#handler.onRequestStart?.(controller, context);
    if (!this.#lease.isHeld()) controller.abort(new LeaseEndedError("held up for too long"));
  }

  onResponseStart(...given: Parameters<Required<Dispatcher.DispatchHandler>["onResponseStart"]>): void {
    this.#handler.onResponseStart?.(...given);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(...given: Parameters<Required<Dispatcher.DispatchHandler>["onResponseEnd"]>): void {
    this.#handler.onResponseEnd?.(...given);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    this.#handler.onResponseError?.(controller, error);
  }
}
