import { z } from "zod";
import { defineCustomId } from "../../src/interactions/custom-id.ts";

const claim = { claimId: z.string().min(1) };

export const approveId = defineCustomId("account.approve", claim);
export const declineId = defineCustomId("account.decline", claim);
export const declineFormId = defineCustomId("account.decline.form", claim);
export const withdrawId = defineCustomId("account.withdraw", claim);
