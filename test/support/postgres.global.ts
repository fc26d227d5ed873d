import type { TestProject } from "vitest/node";
import { startBroker } from "./broker.ts";
import { startMigratedPostgres } from "./databases.ts";

/** One Postgres for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const broker = await startBroker(startMigratedPostgres);
  project.provide("postgresBroker", broker.url);
  return () => broker.close();
}
