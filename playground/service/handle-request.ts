import type { OperationName } from "../../src/api/contract/index.ts";
import { findLeftOut } from "../../src/api/contract/records.ts";
import type { Endpoint } from "../../src/api/endpoint.ts";
import { answers } from "./operations/index.ts";
import { type QueryNames, readInput } from "./parse-input.ts";
import { errorReply, jsonReply, Refusal, type Reply } from "./reply.ts";
import type { Service } from "./service.ts";
import type { Workspace } from "./workspace.ts";
import type { Workspaces } from "./workspaces.ts";

export interface Processing {
  readonly workspaces: Workspaces;
  readonly queryNames: QueryNames;
  /** Put in front of the addresses of pictures. */
  readonly baseUrl: () => string;
}

export interface Asked {
  readonly operation: OperationName;
  readonly row: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly text: string;
  readonly request: Request;
}

/** All that the service does for one request, in one go: no other request comes in between. */
export function processRequest(parts: Processing, asked: Asked): Reply {
  const workspace = parts.workspaces.acceptedBy(authorizationOf(asked.request), asked.params["workspaceId"]);
  if (workspace === undefined) return errorReply(401, "The access token is missing or not valid.");
  const { rateLimit } = workspace;
  if (!rateLimit.count()) return errorReply(429, "Rate limit exceeded, retry later.", rateLimit.headers());
  const headers = rateLimit.headers();
  try {
    const answer = answerOf(parts, workspace, asked);
    const broken = whatIsBroken(asked.row, answer);
    if (broken !== undefined) {
      throw new Refusal(500, `The emulator's answer breaks the contract: ${broken}`);
    }
    // What is sent is the answer itself, not the checked one: the real service sends more than the contract names.
    return jsonReply(200, wire(answer, parts.baseUrl()), headers);
  } catch (error) {
    if (error instanceof Refusal) return errorReply(error.status, error.message, headers);
    const message = error instanceof Error ? error.message : String(error);
    return errorReply(500, `The emulator failed: ${message}`, headers);
  }
}

/** Stricter than those who ask: they read past a record that is wrong. */
function whatIsBroken(row: Endpoint, answer: unknown): string | undefined {
  const { success, data, error } = row.response.safeParse(answer);
  if (!success) return error.message;
  const [left] = typeof data === "object" && data !== null ? findLeftOut(data) : [];
  return left !== undefined && left.unreadable > 0 ? JSON.stringify(left.issues) : undefined;
}

export function authorizationOf(request: Request): string | undefined {
  return request.headers.get("authorization") ?? undefined;
}

function answerOf(
  { queryNames }: Processing,
  { access, service }: Workspace,
  { operation, row, params, text, request }: Asked,
): unknown {
  if (access.forbids(operation)) {
    throw new Refusal(403, "The access token has no right to do this.");
  }
  const workspaceId = params["workspaceId"];
  // Another workspace isn't found either, as if it did not exist: the token shows only its own.
  if (workspaceId !== undefined && workspaceId !== service.state.workspace.id) {
    throw new Refusal(404, "Workspace not found.");
  }
  const query = new URL(request.url).searchParams;
  const input = readInput(row, { params, query, text }, queryNames);
  service.catchUp();
  // Each answer wants the input of its own row, which `readInput` has just made; the compiler sees only their union.
  const answer = answers[operation] as (input: unknown, service: Service) => unknown;
  return answer(input, service);
}

function wire(answer: unknown, baseUrl: string): string {
  return JSON.stringify(answer, (_key, value: unknown) =>
    typeof value === "string" && value.startsWith("/pictures/") ? baseUrl + value : value,
  );
}
