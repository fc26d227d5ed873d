import { z } from "zod";
import type { Finding } from "../domain/capabilities.ts";
import type { CallOptions, ReadApi } from "./client.ts";
import { contract, type OperationName } from "./contract/index.ts";
import { getElement } from "./contract/records.ts";
import { ApiError, type ApiFailure, ContractError } from "./errors.ts";

/** What is tried of a key: reads alone, since a write can't be tried without changing something. */
export const probedReads = [
  "getCalendar",
  "searchOrders",
  "listPosts",
  "getActivity",
  "getAssignments",
  "getUser",
  "getTaskboard",
  "listTaskboardBoards",
  "listTaskboardActions",
  "listBanComments",
] as const satisfies readonly OperationName[];
export type ProbedRead = (typeof probedReads)[number];

export interface ProbeTarget {
  readonly workspaceId: string;
  /** Of someone in the workspace; without one, what is about a person isn't tried. */
  readonly userId: string | undefined;
}

/** Nobody's: whether a key may read bans shows without one, and no list of them exists. */
const banId = "0".repeat(24);

/** `no-such-one`: nobody there has that id, or no ban, which a wrong path answers too. */
export type Probed = Finding | { readonly state: "no-such-one" };

/**
 * Tries one read.
 * @returns `undefined` if that takes a person, and there is none
 */
export async function probe(
  read: ProbedRead,
  { workspaceId, userId }: ProbeTarget,
  api: ReadApi,
  options: CallOptions,
): Promise<Probed | undefined> {
  if (aboutPerson.has(read) && userId === undefined) return undefined;
  const calls = createCalls({ workspaceId, userId: userId ?? "" }, api, options);
  try {
    return describeAnswer(read, await calls[read]());
  } catch (error) {
    if (error instanceof ContractError) return { state: "unreadable" };
    if (!(error instanceof ApiError)) throw error;
    return { state: describeFailure(read, error) };
  }
}

export const aboutPerson: ReadonlySet<ProbedRead> = new Set(["getActivity", "getAssignments", "getUser"]);
/** That there is no such one is said only to who may look, as long as the workspace is there. */
const aboutOne: ReadonlySet<ProbedRead> = new Set([...aboutPerson, "listBanComments"]);

/** Each shows that the workspace is there. */
const ofWorkspace = ["getCalendar", "searchOrders", "listPosts"] as const satisfies readonly ProbedRead[];

/** Whether the workspace answered to any of these. */
export function isReachable(probed: ReadonlyMap<ProbedRead, Probed>): boolean {
  return ofWorkspace.some((read) => probed.get(read)?.state === "fits");
}

/**
 * What one answer says beside those to the same workspace at that time: that something isn't there says nothing while
 * nothing of the workspace is.
 */
export function judge(read: ProbedRead, probed: Probed, isThere: boolean): Finding {
  if (probed.state === "no-such-one") return { state: isThere ? "fits" : "unknown" };
  if (probed.state === "absent" && !isThere && read !== "getCalendar") return { state: "unknown" };
  return probed;
}

function createCalls(
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
  api: ReadApi,
  options: CallOptions,
): Readonly<Record<ProbedRead, () => Promise<unknown>>> {
  const whole = { params: { workspaceId } };
  return {
    getCalendar: () => api.getCalendar({ ...whole, query: {} }, options),
    searchOrders: () => api.searchOrders(whole, options),
    listPosts: () => api.listPosts(whole, options),
    getActivity: () => api.getActivity({ params: { workspaceId, userId }, query: {} }, options),
    getAssignments: () => api.getAssignments({ params: { workspaceId, staffId: userId } }, options),
    getUser: () => api.getUser({ params: { userId } }, options),
    getTaskboard: () => api.getTaskboard(whole, options),
    listTaskboardBoards: () => api.listTaskboardBoards(whole, options),
    listTaskboardActions: () => api.listTaskboardActions(whole, options),
    listBanComments: () => api.listBanComments({ params: { workspaceId, banId } }, options),
  };
}

const statesByFailure: Readonly<Partial<Record<ApiFailure, Finding["state"]>>> = {
  forbidden: "refused",
  unauthorized: "refused",
  "not-found": "absent",
  "too-large": "unreadable",
};

function describeFailure(read: ProbedRead, { failure }: ApiError): Probed["state"] {
  if (aboutOne.has(read) && (failure === "not-found" || failure === "rejected")) return "no-such-one";
  return statesByFailure[failure] ?? "unknown";
}

function describeAnswer(read: ProbedRead, answer: unknown): Finding {
  const records = Array.isArray(answer) ? answer : [answer];
  const without = listFields(contract[read].response).filter((field) =>
    records.every((record) => isMissing(record, field)),
  );
  // Its fields tell whether there is a task board at all.
  if (read === "getTaskboard" && ["type", "taskboard", "board"].every((field) => without.includes(field)))
    return { state: "absent" };
  return records.length === 0 || without.length === 0 ? { state: "fits" } : { state: "fits", without };
}

function listFields(response: z.ZodType): readonly string[] {
  const schema = getElement(response) ?? response;
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function isMissing(record: unknown, field: string): boolean {
  return typeof record !== "object" || record === null || Reflect.get(record, field) === undefined;
}
