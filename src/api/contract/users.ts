import { z } from "zod";
import { responseFields, Id, IdText, optionalField, tolerantField } from "./fields.ts";
import { minuteMs } from "../../time.ts";

export const User = z.object({
  /** As in orders, some services send it as a number. */
  id: IdText,
  username: tolerantField(z.string()),
  display_name: tolerantField(z.string()),
  // Decoration: an invalid value must not cost the name.
  ...responseFields({
    avatar: optionalField(
      z.object(
        responseFields({
          initial: optionalField(z.string()),
          transparent: optionalField(z.string()),
          colour: optionalField(z.string()),
        }),
      ),
    ),
  }),
});
export type User = z.output<typeof User>;

export const userRows = {
  getUser: {
    method: "GET",
    path: "/users/{userId}",
    params: z.object({ userId: Id }),
    response: User,
    retryable: true,
    cacheMs: 10 * minuteMs,
  },
} as const;
