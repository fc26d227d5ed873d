import type { TestProject } from "vitest/node";
import { startBroker } from "./broker.ts";
import { startPostgres } from "./databases.ts";

/** One Postgres for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const broker = await startBroker(startPostgres);
  project.provide("postgresBroker", broker.url);
  return () => broker.close();
}
