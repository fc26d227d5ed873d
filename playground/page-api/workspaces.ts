import type { Hono } from "hono";

/** A workspace that can be linked, with the key for it: both open nothing but this playground. */
export interface LinkableWorkspace {
  readonly name: string;
  readonly workspaceId: string;
  readonly key: string;
}

/** Serves `GET /playground/workspaces`: what a person needs to try linking a server. */
export function mountWorkspaces(app: Hono, workspaces: () => readonly LinkableWorkspace[]): void {
  app.get("/playground/workspaces", (context) => context.json(workspaces()));
}
