import type { userRows } from "../../../src/api/contract/users.ts";
import type { Answers } from "../service.ts";
import { found } from "./assertions.ts";

export const userAnswers: Pick<Answers, keyof typeof userRows> = {
  getUser: ({ params }, { findUser }) => found(findUser(params.userId), "User"),
};
