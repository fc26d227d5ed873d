import { z } from "zod";
import { Id, list, NothingShown, optional } from "./fields.ts";

export const Role = z.object({
  _id: Id,
  name: optional(z.string()),
  group_roles: list(z.string()),
  permissions: list(z.string()),
  manual_users: list(z.string()),
});
export type Role = z.output<typeof Role>;

export const NewRole = z.object({
  name: z.string(),
  group_roles: z.array(z.string()).optional(),
  permissions: z.array(z.string()).optional(),
  manual_users: z.array(z.string()).optional(),
});
export type NewRole = z.output<typeof NewRole>;

export const WorkspaceSettings = z.object({
  name: z.string().optional(),
  theme: z.string().optional(),
});
export type WorkspaceSettings = z.output<typeof WorkspaceSettings>;

export const workspaceRows = {
  createRole: {
    method: "POST",
    path: "/workspace/{workspaceId}/roles",
    params: z.object({ workspaceId: Id }),
    body: NewRole,
    success: Role,
    repeatable: false,
    empties: [],
  },
  updateWorkspace: {
    method: "POST",
    path: "/workspace/{workspaceId}",
    params: z.object({ workspaceId: Id }),
    body: WorkspaceSettings,
    success: NothingShown,
    repeatable: false,
    empties: [],
  },
} as const;
