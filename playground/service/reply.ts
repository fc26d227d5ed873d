import { STATUS_CODES } from "node:http";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Thrown by an answer that says no; becomes the service's error body. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function jsonReply(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, headers: { ...headers, "content-type": "application/json; charset=utf-8" }, body };
}

export function errorReply(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const error = STATUS_CODES[status] ?? "Error";
  return jsonReply(status, JSON.stringify({ statusCode: status, error, message }), headers);
}
