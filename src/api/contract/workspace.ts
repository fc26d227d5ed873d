import { z } from "zod";
import { responseFields, Id, list, UndocumentedBody, optionalField } from "./fields.ts";

/** The response to a creation: the role exists by then, whatever the response omits. */
export const Role = z.object(
  responseFields({
    _id: optionalField(Id),
    name: optionalField(z.string()),
    group_roles: optionalField(list(z.string())),
    permissions: optionalField(list(z.string())),
    manual_users: optionalField(list(z.string())),
  }),
);
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
    response: Role,
    retryable: false,
    invalidates: [],
  },
  updateWorkspace: {
    method: "POST",
    path: "/workspace/{workspaceId}",
    params: z.object({ workspaceId: Id }),
    body: WorkspaceSettings,
    response: UndocumentedBody,
    retryable: false,
    invalidates: [],
  },
} as const;
