import type { WorkspaceApi } from "./client.ts";
import type { Connection } from "./connection.ts";

export interface ServiceAccess {
  /** Under this name the link is forgotten. */
  readonly scope: string;
  /** Against whose limit its requests count. */
  readonly workspaceId: string;
  readonly token: string;
  /** The key is only tried: what comes of it counts for no circuit breaker. */
  readonly isTrial?: boolean;
}

export interface OpenConnection extends Connection {
  readonly api: WorkspaceApi;
}

export interface Connections {
  open(access: ServiceAccess): OpenConnection;
  get(scope: string): OpenConnection | undefined;
  close(scope: string): void;
}

export interface ConnectionsOptions {
  readonly makeApi: (connection: Connection) => WorkspaceApi;
  /** Called when a connection is given up: what was read through it is to be forgotten. */
  readonly onClose: (connection: Connection) => void;
}

/** The one that was used the longest ago is given up first. */
const KEPT_CONNECTIONS = 2_000;

/** The link's calls, made once for each key and not for each interaction. */
export function createConnections({ makeApi, onClose }: ConnectionsOptions): Connections {
  /** In the order of their last use. */
  const byScope = new Map<string, OpenConnection>();
  let opened = 0;

  function close(scope: string): void {
    const connection = byScope.get(scope);
    if (connection === undefined) return;
    byScope.delete(scope);
    connection.current = false;
    onClose(connection);
  }

  function make({ workspaceId, token, isTrial = false }: ServiceAccess): OpenConnection {
    opened += 1;
    const connection: Connection = { id: opened, workspaceId, token, isTrial, current: true };
    return Object.assign(connection, { api: makeApi(connection) });
  }

  return {
    get: (scope) => byScope.get(scope),
    close,

    open(access) {
      const { scope, workspaceId, token } = access;
      const known = byScope.get(scope);
      if (known !== undefined && known.token === token && known.workspaceId === workspaceId) {
        byScope.delete(scope);
        byScope.set(scope, known);
        return known;
      }
      close(scope);
      const connection = make(access);
      byScope.set(scope, connection);
      const [longestUnused] = byScope.keys();
      if (byScope.size > KEPT_CONNECTIONS && longestUnused !== undefined) close(longestUnused);
      return connection;
    },
  };
}
