/**
 * The workspace service as a fixed text for each address, in a process of its own. Says where it is. Told
 * `["answer-after", ms]` by its parent, it lets each request wait so long.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import {
  assignmentsAnswer,
  ordersAnswer,
  ordersAnswerOf,
  postsAnswerOf,
  userAnswer,
} from "./service-answers.ts";

const { ORDERS: orders, POSTS: posts = "60", OPEN: open } = process.env;
const newest = open === undefined ? undefined : Date.now();
const answers: readonly (readonly [part: string, answer: Buffer])[] = [
  ["/staff/assignments/", Buffer.from(assignmentsAnswer)],
  [
    "/players/orders/",
    Buffer.from(orders === undefined ? ordersAnswer : ordersAnswerOf(Number(orders), newest)),
  ],
  ["/workspace/posts/", Buffer.from(postsAnswerOf(Number(posts)))],
  ["/users/", Buffer.from(userAnswer)],
];
let answerAfterMs = 0;
process.on("message", (message) => {
  if (Array.isArray(message)) answerAfterMs = Number(message[1]);
});

const server = createServer((request, response) => {
  const [, answer] = answers.find(([part]) => request.url?.startsWith(part)) ?? [];
  if (answer === undefined) {
    response.writeHead(404).end();
    return;
  }
  const send = (): void => {
    response
      .writeHead(200, { "content-type": "application/json", "content-length": answer.length })
      .end(answer);
  };
  if (answerAfterMs === 0) send();
  else setTimeout(send, answerAfterMs);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
if (address === null || typeof address === "string") throw new Error("no port");
process.stdout.write(`listening at http://127.0.0.1:${address.port}\n`);
process.once("SIGTERM", () => process.exit(0));
