import { request } from "undici";
import { createAgent } from "../api/transport.ts";
import { userRows } from "../api/contract/users.ts";
import { buildPath } from "../api/path.ts";
import type { Config } from "../config.ts";
import { CheckError, type CheckResult } from "./check-result.ts";

const timeoutMs = 10_000;
/** Without a key the service tells nobody about any user; what counts is that it knows the path. */
const path = buildPath(userRows.getUser.path, { userId: "1" }) ?? "";

/** Asks for a path that the service has, without a server's key: it lives, and the address is that of the service. */
export async function checkService({ workspaceApiUrl }: Config): Promise<CheckResult> {
  const status = await statusOf(`${workspaceApiUrl}${path}`);
  if (status >= 500) {
    throw new CheckError(`It answers, but with an error of its own (${status}). Try again in a few minutes.`);
  }
  if (status >= 300 && status < 400) {
    throw new CheckError(
      "WORKSPACE_API_URL only leads on to another address, which the bot does not follow. Set it to the address it leads to.",
    );
  }
  return {
    text: "it answers; each server's own key is tried with /link status",
    warnings: status === 404 ? ["It doesn't know the path of users. Check how WORKSPACE_API_URL ends."] : [],
  };
}

async function statusOf(address: string): Promise<number> {
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
      "WORKSPACE_API_URL does not answer. Check the address for typing mistakes, and the network of this machine.",
      { cause },
    );
  } finally {
    await dispatcher.destroy();
  }
}
