import { newId, type Random } from "../random.ts";
import type { ServiceState } from "../state.ts";
import { seedActivity } from "./activity.ts";
import { seedAssignments } from "./assignments.ts";
import { seedBans } from "./bans.ts";
import { seedOrders } from "./orders.ts";
import { seedPeople, staff } from "./people.ts";
import { seedPosts } from "./posts.ts";
import { seedTaskboard } from "./taskboard.ts";

/** One café and the people in it, as they stand at that moment. */
export function seedState(random: Random, nowMs: number): ServiceState {
  const state: ServiceState = {
    workspace: { id: newId(random), name: "Harbour Café", theme: "harbour" },
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
      account: { id: newId(random), username: "harbour_cafe" },
      boardId: undefined,
      boards: new Map(),
      positions: new Map(),
      actions: new Map(),
    },
    pictures: new Map(),
  };
  const shiftLead = {
    _id: newId(random),
    name: "Shift lead",
    group_roles: ["200"],
    permissions: ["assign_host", "assign_roles", "create_report"],
    manual_users: staff.slice(0, 2).map(({ id }) => id),
  };
  state.roles.set(shiftLead._id, shiftLead);
  seedPeople(state);
  seedOrders(state, random, nowMs);
  seedActivity(state, random, nowMs);
  seedAssignments(state, random, nowMs);
  seedPosts(state, random, nowMs);
  seedBans(state, random, nowMs);
  seedTaskboard(state, random, nowMs);
  return state;
}
