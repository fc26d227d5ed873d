import { once } from "node:events";
import { type AddressInfo, createServer, Socket } from "node:net";
import { Client } from "pg";
import { addressBehind } from "./postgres-server.ts";
import { until } from "./wait-for.ts";

/** Between programs and Postgres, as PgBouncer is in session mode. Asks for no password. */
export interface SessionPooler extends AsyncDisposable {
  readonly url: string;
  /** How often a program got a connection that another one had left. */
  readonly handedOn: () => number;
  /** Ends in the middle of whatever it does. */
  crash(): Promise<void>;
  restart(): Promise<void>;
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
export async function startSessionPooler(
  databaseUrl: string,
  ignored: readonly string[],
): Promise<SessionPooler> {
  const sockets = new Set<Socket>();
  const idle = new Set<ServerConnection>();
  let handedOn = 0;

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
    const [left] = idle;
    if (left !== undefined) handedOn += 1;
    const server = left ?? (await open());
    idle.delete(server);
    server.client = near;
    await ask(server, `set application_name = '${settings.get("application_name") ?? ""}'`);
    server.receive = (message) => void near.write(message);
    near.on(
      "data",
      splitMessages((message) => {
        if (letterOf(message) !== "X") server.socket.write(message);
        else void leave(server);
      }),
    );
    near.on("close", () => {
      // It said no goodbye, so nobody knows in the middle of what it was.
      if (server.client === near) server.socket.destroy();
    });
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
    restart: () =>
      until("its port is free again", () =>
        listen(port).then(
          () => true,
          () => false,
        ),
      ),
    [Symbol.asyncDispose]: crash,
  };
}

const letterOf = (message: Buffer): string => message.toString("latin1", 0, 1);

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
