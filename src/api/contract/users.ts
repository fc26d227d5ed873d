import { z } from "zod";
import { Id, optional } from "./fields.ts";

export const User = z.object({
  id: Id,
  username: optional(z.string()),
  display_name: optional(z.string()),
  avatar: optional(
    z.object({
      initial: optional(z.string()),
      transparent: optional(z.string()),
    }),
  ),
});
export type User = z.output<typeof User>;

export const userRows = {
  getUser: {
    method: "GET",
    path: "/users/{userId}",
    params: z.object({ userId: Id }),
    success: User,
    repeatable: true,
    cacheMs: 10 * 60_000,
  },
} as const;
