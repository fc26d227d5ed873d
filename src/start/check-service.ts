import { request } from "undici";
import { createAgent } from "../api/transport.ts";
import { userRows } from "../api/contract/users.ts";
import { buildPath } from "../api/path.ts";
import type { Config } from "../config.ts";
import { CheckError, type CheckResult } from "./check-result.ts";

const timeoutMs = 10_000;
/** Without a key the service returns no user; what counts is that it knows the path. */
const path = buildPath(userRows.getUser.path, { userId: "1" }) ?? "";

/** Requests a path the service has, without a key: this shows that it responds and that the address is right. */
export async function checkService({ workspaceApiUrl }: Config): Promise<CheckResult> {
  const status = await fetchStatus(`${workspaceApiUrl}${path}`);
  if (status >= 500) {
    throw new CheckError(`The service responds with an error (${status}). Try again in a few minutes.`);
  }
  if (status >= 300 && status < 400) {
    throw new CheckError(
      "WORKSPACE_API_URL redirects to another address, and the bot doesn't follow redirects. Set it to the final address.",
    );
  }
  return {
    text: "the service responds; test each server's key with /link status",
    warnings:
      status === 404
        ? ["The service doesn't know the path for users. Check the end of WORKSPACE_API_URL."]
        : [],
  };
}

async function fetchStatus(address: string): Promise<number> {
  const dispatcher = createAgent();
  try {
    const { statusCode, body } = await request(address, {
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await body.dump();
    return statusCode;
  } catch (cause) {
    throw new CheckError(
      "WORKSPACE_API_URL isn't responding. Check the address for typos, and this machine's network.",
      { cause },
    );
  } finally {
    await dispatcher.destroy();
  }
}
