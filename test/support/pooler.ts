import { once } from "node:events";
import { type AddressInfo, createServer, Socket } from "node:net";
import { Client } from "pg";
import { addressBehind } from "./postgres-server.ts";
import { until } from "./wait-for.ts";

/**
 * `transaction`: a connection to Postgres is a program's only until its statement or transaction ends. What one of them
 * listens for is then told to whoever holds the connection at that moment, or to nobody, as with PgBouncer 1.18
 * (https://www.pgbouncer.org/features.html: LISTEN isn't supported in transaction pooling).
 */
export type PoolMode = "session" | "transaction";

/** Between programs and Postgres, as PgBouncer is. Asks for no password. */
export interface Pooler extends AsyncDisposable {
  readonly url: string;
  /** How often a program got a connection that another one had left. */
  readonly handedOn: () => number;
  /** Ends in the middle of whatever it does. */
  crash(): Promise<void>;
  /** @param mode the former one by default */
  restart(mode?: PoolMode): Promise<void>;
}

interface ServerConnection {
  readonly socket: Socket;
  /** Whoever it belongs to now. */
  client: Socket | undefined;
  receive(message: Buffer): void;
}

const known = ["user", "database", "client_encoding", "application_name"];
const authenticated = Buffer.from("R\0\0\0\u0008\0\0\0\0Z\0\0\0\u0005I");

/** @param ignored names of settings that a connection may begin with, though the pooler doesn't know them */
export async function startPooler(
  databaseUrl: string,
  ignored: readonly string[],
  firstMode: PoolMode = "session",
): Promise<Pooler> {
  const sockets = new Set<Socket>();
  const idle = new Set<ServerConnection>();
  let handedOn = 0;
  let mode = firstMode;

  function track(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  }

  async function open(): Promise<ServerConnection> {
    const socket = new Socket();
    // It knows how to log in. From then on, the connection is the pooler's.
    await new Client({ connectionString: databaseUrl, stream: () => socket }).connect();
    for (const event of ["data", "error", "close"]) socket.removeAllListeners(event);
    track(socket);
    const server: ServerConnection = { socket, client: undefined, receive: () => undefined };
    socket.on(
      "data",
      splitMessages((message) => server.receive(message)),
    );
    socket.on("close", () => {
      idle.delete(server);
      server.client?.destroy();
    });
    return server;
  }

  async function leave(server: ServerConnection): Promise<void> {
    server.client = undefined;
    await ask(server, "discard all");
    if (!server.socket.destroyed) idle.add(server);
  }

  async function take(near: Socket, applicationName: string): Promise<ServerConnection> {
    const [left] = idle;
    if (left !== undefined) {
      handedOn += 1;
      idle.delete(left);
    }
    const server = left ?? (await open());
    server.client = near;
    await ask(server, `set application_name = '${applicationName}'`);
    return server;
  }

  /** It said no goodbye, so nobody knows in the middle of what it was. */
  function dropUnlessLeft(server: ServerConnection | undefined, near: Socket): void {
    if (server?.client === near) server.socket.destroy();
  }

  async function serveSession(near: Socket, applicationName: string): Promise<void> {
    const server = await take(near, applicationName);
    server.receive = (message) => void near.write(message);
    near.on("close", () => dropUnlessLeft(server, near));
    near.on(
      "data",
      splitMessages((message) => {
        if (letterOf(message) !== "X") server.socket.write(message);
        else void leave(server);
      }),
    );
  }

  function serveTransactions(near: Socket, applicationName: string): void {
    let taken: Promise<ServerConnection> | undefined;
    near.on("close", () => void taken?.then((server) => dropUnlessLeft(server, near)));
    const takeForOne = async (): Promise<ServerConnection> => {
      const server = await take(near, applicationName);
      server.receive = (message) => {
        near.write(message);
        if (!isOutsideTransaction(message)) return;
        taken = undefined;
        server.client = undefined;
        server.receive = () => undefined;
        idle.add(server);
      };
      return server;
    };
    near.on(
      "data",
      splitMessages((message) => {
        if (letterOf(message) === "X") return;
        taken ??= takeForOne();
        taken.then(
          ({ socket }) => socket.write(message),
          () => near.destroy(),
        );
      }),
    );
  }

  async function serve(near: Socket, startup: Buffer): Promise<void> {
    const words = startup.subarray(8).toString().split("\0");
    const settings = new Map(words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1]]] : [])));
    const unknown = [...settings.keys()].find(
      (name) => name !== "" && ![...known, ...ignored].includes(name),
    );
    if (unknown !== undefined) {
      near.end(refusal(`unsupported startup parameter: ${unknown}`));
      return;
    }
    const name = settings.get("application_name") ?? "";
    await (mode === "session" ? serveSession(near, name) : serveTransactions(near, name));
    near.write(authenticated);
  }

  const pooler = createServer((near) => {
    track(near);
    near.once("data", (startup: Buffer) => void serve(near, startup).catch(() => near.destroy()));
  });
  const listen = async (port: number): Promise<void> => {
    pooler.listen(port, "127.0.0.1");
    await once(pooler, "listening");
  };
  const crash = async (): Promise<void> => {
    if (!pooler.listening) return;
    pooler.close();
    for (const socket of sockets) socket.destroy();
    await once(pooler, "close");
  };
  await listen(0);
  // It listens on a port.
  const { port } = pooler.address() as AddressInfo;
  return {
    url: addressBehind(databaseUrl, port),
    handedOn: () => handedOn,
    crash,
    // While it was away, a connection between two others may have taken its port for a moment.
    restart: (next = mode) => {
      mode = next;
      return until("its port is free again", () =>
        listen(port).then(
          () => true,
          () => false,
        ),
      );
    },
    [Symbol.asyncDispose]: crash,
  };
}

const letterOf = (message: Buffer): string => message.toString("latin1", 0, 1);

/** Ready for the next statement, with no transaction open. */
const isOutsideTransaction = (message: Buffer): boolean =>
  letterOf(message) === "Z" && message.toString("latin1", 5) === "I";

/** A letter, how long the rest is, with that number, and the rest. */
function messageOf(letter: string, rest: string): Buffer {
  const message = Buffer.from(`${letter}\0\0\0\0${rest}`);
  message.writeInt32BE(message.length - 1, 1);
  return message;
}

function refusal(text: string): Buffer {
  return messageOf("E", ["SFATAL", "C08P01", `M${text}`, "", ""].join("\0"));
}

/** Calls back for each message that has arrived as a whole. */
function splitMessages(take: (message: Buffer) => void): (data: Buffer) => void {
  let waiting: Buffer = Buffer.alloc(0);
  return (data) => {
    waiting = Buffer.concat([waiting, data]);
    while (waiting.length >= 5 && waiting.length > waiting.readInt32BE(1)) {
      const message = waiting.subarray(0, waiting.readInt32BE(1) + 1);
      waiting = waiting.subarray(message.length);
      take(message);
    }
  };
}

/** Resolves when the server is ready for the next statement. */
async function ask(server: ServerConnection, statement: string): Promise<void> {
  const answered = Promise.withResolvers<undefined>();
  server.receive = (message) => {
    if (letterOf(message) === "Z") answered.resolve(undefined);
  };
  server.socket.write(messageOf("Q", `${statement}\0`));
  await answered.promise;
}
