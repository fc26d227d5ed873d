import { Agent } from "undici";

/** Connections to the workspace service, kept alive between calls. Whoever makes one closes it. */
export function createAgent(): Agent {
  return new Agent({
    // Each workspace has a limit of its own; what many of them ask of a slow service must not wait for sockets. No more
    // people than this are served at once.
    connections: 600,
    pipelining: 1,
    // An idle connection is dropped a little before the other side would: a write on a dying one has an unknown fate.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
    keepAliveTimeoutThreshold: 2_000,
    connect: { timeout: 5_000 },
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
    allowH2: false,
  });
}
