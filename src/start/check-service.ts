import { request } from "undici";
import { createAgent } from "../api/agent.ts";
import type { Config } from "../config.ts";
import { CheckFailure } from "./check-failure.ts";

const timeoutMs = 10_000;

/** Asks the service's address for anything at all: without a server's token, any answer below 500 shows that it lives. */
export async function checkService({ workspaceApiUrl }: Config): Promise<string> {
  const dispatcher = createAgent();
  try {
    const { statusCode, body } = await request(workspaceApiUrl, {
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await body.dump();
    if (statusCode >= 500) {
      throw new CheckFailure(
        `It answers, but with an error of its own (${statusCode}). Try again in a few minutes.`,
      );
    }
    return "it answers; each server's own key is tried with /link status";
  } catch (error) {
    if (error instanceof CheckFailure) throw error;
    throw new CheckFailure(
      "WORKSPACE_API_URL does not answer. Check the address for typing mistakes, and the network of this machine.",
      { cause: error },
    );
  } finally {
    await dispatcher.destroy();
  }
}
