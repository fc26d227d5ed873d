import type { Fault } from "./faults.ts";
import { jsonReply, type Reply } from "./reply.ts";

type NonsenseForm = NonNullable<Extract<Fault, { kind: "nonsense" }>["form"]>;

/** Fits no row that promises a body: no list, and every field that a row may look at has the wrong type. */
const wrongShape = JSON.stringify({
  _id: 7,
  id: 7,
  type: 7,
  days: "seven",
  success: "perhaps",
  totals: "none",
  assigned: 7,
});

/** Status 200, as a proxy or a broken release would send it. */
export function nonsenseReply(form: NonsenseForm, headers: Readonly<Record<string, string>>): Reply {
  switch (form) {
    case "html":
      return {
        status: 200,
        headers: { ...headers, "content-type": "text/html; charset=utf-8" },
        body: "<!doctype html><title>Back soon</title><h1>We are updating our systems</h1>",
      };
    case "truncated":
      return jsonReply(200, '{"_id":"65f0c0ffee', headers);
    case "wrong-shape":
      return jsonReply(200, wrongShape, headers);
    default:
      return form satisfies never;
  }
}
