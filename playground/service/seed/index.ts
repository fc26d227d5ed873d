import { newId, type Random } from "../random.ts";
import type { ServiceState } from "../state.ts";
import { seedActivity } from "./activity.ts";
import { seedAssignments } from "./assignments.ts";
import { seedBans } from "./bans.ts";
import type { Business } from "./types.ts";
import { seedOrders } from "./orders.ts";
import { seedPeople } from "./people.ts";
import { seedPosts } from "./posts.ts";
import { seedTaskboard } from "./taskboard.ts";

/** A workspace of this name with the business's people and things in it, as they are at that moment. */
export function seedState(name: string, business: Business, random: Random, nowMs: number): ServiceState {
  const state: ServiceState = {
    workspace: { id: newId(random), name, theme: business.theme },
    users: new Map(),
    orders: new Map(),
    assignments: new Map(),
    activity: new Map(),
    eventIds: new Set([newId(random)]),
    sessionServers: [],
    posts: new Map(),
    banComments: new Map(),
    roles: new Map(),
    taskboard: {
      type: "kanban",
      account: { id: newId(random), username: business.account },
      boardId: undefined,
      boards: new Map(),
      positions: new Map(),
      actions: new Map(),
    },
    pictures: new Map(Object.entries(business.pictures)),
  };
  const role = {
    _id: newId(random),
    name: business.role.name,
    group_roles: ["200"],
    permissions: [...business.role.permissions],
    manual_users: business.staff.slice(0, 2).map(({ id }) => id),
  };
  state.roles.set(role._id, role);
  const seeding = { state, random, nowMs, business };
  seedPeople(seeding);
  seedOrders(seeding);
  seedActivity(seeding);
  seedAssignments(seeding);
  seedPosts(seeding);
  seedBans(seeding);
  seedTaskboard(seeding);
  return state;
}
