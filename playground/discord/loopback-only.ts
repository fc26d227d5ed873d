import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

/** A page elsewhere can point a name of its own at this machine; its `Host` and `Origin` give it away. */
export function isLocal(
  headers: { readonly host: string | undefined; readonly origin: string | undefined },
  port: number,
): boolean {
  const hosts = loopbackNames.map((name) => `${name}:${port}`);
  if (!hosts.includes(headers.host ?? "")) return false;
  return headers.origin === undefined || hosts.some((host) => headers.origin === `http://${host}`);
}

export function loopbackOnly(port: () => number): MiddlewareHandler {
  return async (c, next) => {
    const headers = { host: c.req.header("host"), origin: c.req.header("origin") };
    if (!isLocal(headers, port())) return c.text("This address answers only to pages of its own.", 403);
    await next();
    return undefined;
  };
}

export function isLocalUpgrade(request: IncomingMessage, port: number): boolean {
  return isLocal({ host: request.headers.host, origin: request.headers.origin }, port);
}
