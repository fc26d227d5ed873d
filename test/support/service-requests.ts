import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** One request that this process sent to the workspace service. */
export interface SentRequest {
  readonly token: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: string;
}

export interface SentRequests extends Disposable {
  readonly list: readonly SentRequest[];
}

const channel = "undici:request:create";

/** Writes down every request to an address, as it leaves the process. */
export function watchRequests(baseUrl: string): SentRequests {
  const list: SentRequest[] = [];
  const note = (message: unknown): void => {
    // What undici documents for this channel.
    const { request } = message as { readonly request: UndiciRequest };
    if (String(request.origin) !== baseUrl) return;
    const { method, path, headers, body } = request;
    const at = headers.findIndex((name) => name.toLowerCase() === "authorization");
    list.push({
      method,
      path,
      token: (headers[at + 1] ?? "").replace("Bearer ", ""),
      body: String(body ?? ""),
    });
  };
  subscribe(channel, note);
  return { list, [Symbol.dispose]: () => void unsubscribe(channel, note) };
}

interface UndiciRequest {
  readonly origin: string | URL;
  readonly method: string;
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer | string | null;
}
