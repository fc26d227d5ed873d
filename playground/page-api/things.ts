import type { Hono } from "hono";

/** A workspace that can be linked, with the key for it: both open nothing but this playground. */
export interface LinkableWorkspace {
  readonly name: string;
  readonly workspaceId: string;
  readonly key: string;
}

/** An id that only the workspace shows, for a command that asks for it. */
export interface IdToUse {
  /** `An event` */
  readonly what: string;
  readonly id: string;
  /** The command's path. */
  readonly command: string;
}

export interface ThingsToTry {
  readonly ids: readonly IdToUse[];
  readonly workspaces: readonly LinkableWorkspace[];
}

/** Serves `GET /playground/things`: what a person needs to try commands that ask for an id or a key. */
export function mountThings(app: Hono, things: () => ThingsToTry): void {
  app.get("/playground/things", (context) => context.json(things()));
}
