import type { PictureSpec } from "./images/draw.ts";
import type { Service } from "./service.ts";
import { createWorkspace, type Workspace, type WorkspaceParts } from "./workspace.ts";

/** All workspaces of the service, each with a token of its own. */
export interface Workspaces {
  readonly first: Workspace;
  /** Oldest first. */
  readonly others: readonly Workspace[];
  add(parts: NewWorkspace): Workspace;
  /** Whose token this is; of several that take the same one, that with this id. */
  acceptedBy(authorization: string | undefined, workspaceId?: string): Workspace | undefined;
  picture(name: string): PictureSpec | undefined;
}

type NewWorkspace = Omit<WorkspaceParts, "findUser">;

export function createWorkspaces(firstParts: NewWorkspace): Workspaces {
  const others: Workspace[] = [];
  const all = (): readonly Workspace[] => [first, ...others];
  // People are the platform's, not a workspace's: any valid token may ask for any of them.
  const findUser: Service["findUser"] = (userId) =>
    all()
      .map(({ service }) => service.state.users.get(userId))
      .find((user) => user !== undefined);
  const first = createWorkspace({ ...firstParts, findUser });
  return {
    first,
    others,
    add(parts) {
      const added = createWorkspace({ ...parts, findUser });
      others.push(added);
      return added;
    },
    acceptedBy(authorization, workspaceId) {
      const accepting = all().filter(({ access }) => access.accepts(authorization));
      return accepting.find(({ service }) => service.state.workspace.id === workspaceId) ?? accepting[0];
    },
    picture: (name) =>
      all()
        .map(({ service }) => service.state.pictures.get(name))
        .find((spec) => spec !== undefined),
  };
}
