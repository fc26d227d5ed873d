/** The workspace service as a fixed text for each address, in a process of its own. Says where it is. */
import { once } from "node:events";
import { createServer } from "node:http";
import { assignmentsAnswer, ordersAnswer, userAnswer } from "./service-answers.ts";

const answers: readonly (readonly [part: string, answer: Buffer])[] = [
  ["/staff/assignments/", Buffer.from(assignmentsAnswer)],
  ["/players/orders/", Buffer.from(ordersAnswer)],
  ["/users/", Buffer.from(userAnswer)],
];

const server = createServer((request, response) => {
  const [, answer] = answers.find(([part]) => request.url?.startsWith(part)) ?? [];
  if (answer === undefined) response.writeHead(404).end();
  else
    response
      .writeHead(200, { "content-type": "application/json", "content-length": answer.length })
      .end(answer);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
if (address === null || typeof address === "string") throw new Error("no port");
process.stdout.write(`listening at http://127.0.0.1:${address.port}\n`);
process.once("SIGTERM", () => process.exit(0));
