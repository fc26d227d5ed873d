import type { workspaceRows } from "../../../src/api/contract/workspace.ts";
import type { Answers } from "../service.ts";
import { requireThat } from "./assertions.ts";

const maxNameLength = 100;

export const workspaceAnswers: Pick<Answers, keyof typeof workspaceRows> = {
  createRole({ body }, { state, newId }) {
    requireName(body.name);
    const role = {
      _id: newId(),
      name: body.name,
      group_roles: body.group_roles ?? [],
      permissions: body.permissions ?? [],
      manual_users: body.manual_users ?? [],
    };
    state.roles.set(role._id, role);
    return role;
  },
  updateWorkspace({ body }, { state }) {
    if (body.name !== undefined) {
      requireName(body.name);
      state.workspace.name = body.name;
    }
    if (body.theme !== undefined) state.workspace.theme = body.theme;
    return {};
  },
};

function requireName(name: string): void {
  const length = name.trim().length;
  requireThat(length >= 1 && length <= maxNameLength, `name must have 1 to ${maxNameLength} characters`);
}
