import { Client, type QueryConfig } from "pg";

/**
 * Loaded before the program: its claims of due posts last for a few seconds, so that a test sees them end. Told to
 * "stop" it stops right behind its next claim, and says so before.
 */
const leaseMs = Number(process.env["CLAIM_MS"]);

let isToStop = false;
process.on("message", (told) => (isToStop = told === "stop"));
process.channel?.unref();

const usualLeaseMs = 120_000;

// Between a claim and the request to Discord there is nothing that could be waited for from outside.
// oxlint-disable-next-line typescript/unbound-method -- called on the client below
const { query } = Client.prototype;
Reflect.set(Client.prototype, "query", async function (this: Client, ...given: unknown[]): Promise<unknown> {
  // A text alone has no values. The store sends objects.
  const sent = given[0] as Partial<QueryConfig>;
  const { text = "", values = [] } = sent;
  if (!text.startsWith('update "deliveries"') || values[0] !== "claimed")
    return Reflect.apply(query, this, given);
  // The second value is the end of the lease.
  const shorter = values.map((value, index) =>
    index === 1 ? Number(value) - usualLeaseMs + leaseMs : value,
  );
  const answer: unknown = await Reflect.apply(query, this, [{ ...sent, values: shorter }]);
  if (!isToStop || !hasRows(answer)) return answer;
  isToStop = false;
  process.stderr.write("stops behind a claim\n");
  process.kill(process.pid, "SIGSTOP");
  return answer;
});

function hasRows(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "rowCount" in answer && Number(answer.rowCount) > 0;
}
