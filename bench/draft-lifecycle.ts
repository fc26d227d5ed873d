import type { Drafts } from "../src/store/drafts.ts";

/** The steps of a confirmed write, as the store takes them or as bare statements do. Each says whether it hit its row. */
export interface DraftLife {
  create(id: string): Promise<boolean>;
  find(id: string): Promise<boolean>;
  take(id: string): Promise<boolean>;
  complete(id: string): Promise<boolean>;
}

export const stepNames = ["create", "find", "take", "complete"] as const;

/** What every draft of the benches has. */
export const draft = {
  guildId: "1310000000000000004",
  discordUserId: "1310000000000000003",
  kind: "order.create",
  payload: { items: ["Flat white", "Cinnamon bun"], submitted_by: "1", customer: "2210045520" },
  createdAt: 1_795_000_000_000,
  expiresAt: 1_795_000_900_000,
  now: 1_795_000_060_000,
  leaseUntil: 1_795_000_120_000,
  sealedReplyToken: `v1.bench.${"a".repeat(16)}.${"b".repeat(300)}.${"c".repeat(22)}`,
  result: "Order #1042 was logged.",
} as const;

export function lifeInStore(drafts: Drafts): DraftLife {
  const { guildId, discordUserId, kind, payload, createdAt, expiresAt, now, leaseUntil, sealedReplyToken } =
    draft;
  return {
    async create(id) {
      await drafts.create({ id, guildId, discordUserId, kind, payload, createdAt, expiresAt });
      return true;
    },
    find: async (id) => (await drafts.find(id)) !== undefined,
    take: async (id) =>
      (await drafts.claim({ id, guildId, discordUserId, kind, now, leaseUntil, sealedReplyToken })) !==
      undefined,
    async complete(id) {
      await drafts.resolve(id, "done", draft.result);
      return true;
    },
  };
}
