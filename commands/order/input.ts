import { createHash } from "node:crypto";
import { z } from "zod";
import type { NewOrder, Order } from "../../src/api/contract/orders.ts";
import { formatItems, getItemNames, itemLimits, parseItems, toKnownName } from "./items.ts";
import { type ItemNames, noItemNames } from "./words.ts";
import { formatId } from "../../src/domain/service-ids.ts";
import { UserError } from "../../src/errors.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { cleanTyped, foldText } from "../../src/typed-text.ts";
import { maxChoiceLength, maxMenuChoices } from "../../src/ui/buttons.ts";
import { escapeMarkdown, plainText } from "../../src/ui/escape.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import {
  describeNotDone,
  findMentioned,
  findOnlyNamed,
  readOwnAccount,
  resolvePerson,
} from "../kit/resolve-person.ts";
import { foldName } from "../../src/domain/search.ts";
import { ownWords } from "./languages.ts";
import { readOrderMessage } from "./message.ts";
import { readStale } from "../kit/autocomplete.ts";
import type { SelectChoice } from "../kit/fields.ts";

/**
 * The chosen items, then those of a text; one that is in both is spelled as it was chosen.
 * @throws UserError if there are none, too many, or one that is too long
 */
function readItems(text: string, known: ItemNames, chosen: readonly string[]): readonly string[] {
  const parsed = parseItems(text, known);
  switch (parsed.kind) {
    case "items": {
      const spellings = new Map(chosen.map((item) => [foldText(item), item]));
      const items = [...chosen, ...parsed.items.map((item) => spellings.get(foldText(item)) ?? item)];
      if (items.length > itemLimits.count) throw new UserError(describeTooMany(items.length));
      return items;
    }
    case "none":
      if (chosen.length > 0) return chosen;
      throw new UserError(
        "There are no items in that, so nothing was sent. List what was ordered, separated by commas, for example `Latte, Croissant`.",
      );
    case "too-many":
      throw new UserError(describeTooMany(chosen.length + parsed.count));
    case "too-long":
      throw new UserError(
        `Item ${parsed.position} is ${formatNumber(parsed.length)} characters long, and an item can have at most ${itemLimits.length}. Nothing was sent. Shorten it, or separate it with commas if it's several items.`,
      );
    default:
      return parsed satisfies never;
  }
}

/** @param count how many items were asked for */
export function describeTooMany(count: number): string {
  return `That's ${formatNumber(count)} items, and an order can have at most ${itemLimits.count}. Nothing was sent. Split it into several orders. If a number is part of a name, put \`1 x\` in front, for example \`1 x 101 Bites\`.`;
}

/** @throws UserError for 0 and below, which no order has */
export function assertOrderNumber(
  number: number | undefined,
  notDone = "nothing was sent",
): number | undefined {
  if (number !== undefined && number < 1) {
    throw new UserError(
      `Order numbers start at 1, and you typed ${number}${describeNotDone(notDone)}. Leave it out if you don't know it.`,
    );
  }
  return number;
}

/** An order as typed, not parsed yet. An empty text means nobody. */
export const OrderText = z.object({
  /** What was chosen of the usual items, each as its choice; `undefined` where a form has all items as text. */
  usual: z.array(z.string()).readonly().optional(),
  items: z.string(),
  customer: z.string(),
  submittedBy: z.string(),
  preparedBy: z.string(),
  pickedUpBy: z.string(),
  /** Lines that name more of them, as `prepared by: Maria`; a line without a colon names the customer. */
  others: z.string(),
});
export type OrderText = z.output<typeof OrderText>;

export const emptyOrderText: OrderText = {
  items: "",
  customer: "",
  submittedBy: "",
  preparedBy: "",
  pickedUpBy: "",
  others: "",
};

/** For a form to choose the items in. */
export const newOrderText: OrderText = { ...emptyOrderText, usual: [] };

/** Discord's limit for one field of a modal. */
export const maxInputLength = 4_000;

/** The names of an order's four people in options and forms. */
export const orderPersonFields = {
  customer: "customer",
  submittedBy: "submitted-by",
  preparedBy: "prepared-by",
  pickedUpBy: "picked-up-by",
} as const satisfies Partial<Record<keyof OrderText, string>>;
export type OrderPersonKey = keyof typeof orderPersonFields;

/** What they are called in lines of names. */
export const orderPersonLabels: Readonly<Record<OrderPersonKey, string>> = {
  customer: "customer",
  submittedBy: "taken by",
  preparedBy: "prepared by",
  pickedUpBy: "picked up by",
};

const personLine = /^\s*(customer|taken by|submitted by|prepared by|picked up by)\s*[:：](.*)$/i;

/** Whom a line names. */
export function findLineKey(line: string): OrderPersonKey {
  const [, label = "customer"] = personLine.exec(line) ?? [];
  return getPersonKey(label.toLowerCase());
}

/**
 * With everyone who is named in a line in their own place.
 * @throws UserError if someone is named twice
 */
function withOthers(text: OrderText): OrderText {
  const merged: OrderText = { ...text, others: "" };
  for (const line of text.others.split(/\r?\n/)) {
    const [, , who = line] = personLine.exec(line) ?? [];
    const key = findLineKey(line);
    if (who.trim() === "") continue;
    if (merged[key] !== "")
      throw new UserError(
        `*${orderPersonLabels[key]}* is given twice, so nothing was sent. Choose a person or type a name, not both.`,
      );
    merged[key] = who.trim();
  }
  return merged;
}

const personKeys: readonly OrderPersonKey[] = ["customer", "submittedBy", "preparedBy", "pickedUpBy"];

function getPersonKey(label: string): OrderPersonKey {
  return personKeys.find((key) => orderPersonLabels[key] === label) ?? "submittedBy";
}

/**
 * “2 lattes and a bun for Maria” says whom it's for, if all of it is understood and only one person is called that; so does
 * “Customer: Maria”, whoever is called that.
 */
async function withCustomerInItems(
  text: OrderText,
  known: ItemNames,
  ctx: LinkedContext,
): Promise<OrderText> {
  if (text.customer !== "") return text;
  const { items, customer, unread, isLabelled = false } = readOrderMessage(text.items, known);
  const total = items.reduce((sum, { count }) => sum + count, 0);
  if (customer === undefined || unread.length > 0 || total === 0 || total > itemLimits.count) return text;
  const userId = await findCustomerNamed(customer, ctx);
  if (userId === undefined && !isLabelled) return text;
  const names = items.flatMap(({ name, count }) => Array.from({ length: count }, () => name));
  return {
    ...text,
    items: formatItems(names, maxInputLength, known),
    customer: userId === undefined ? customer : formatId(userId),
  };
}

async function findCustomerNamed(name: string, ctx: LinkedContext): Promise<string | undefined> {
  const { store, guildId, invoker } = ctx;
  const member = ownWords.has(foldName(name)) ? invoker.discordUserId : findMentioned(name);
  return member === undefined
    ? findOnlyNamed(name, ctx)
    : (await store.accounts.ofMember(guildId, member))?.userId;
}

/**
 * Parses an order. If nobody is named as having taken it, that's the caller, if connected.
 * @throws UserError naming the field that can't be read
 */
export async function readOrderText(
  typedText: OrderText,
  number: number | undefined,
  ctx: LinkedContext,
): Promise<NewOrder> {
  const known = await readItemNames(ctx);
  const text = await withCustomerInItems(withOthers(typedText), known, ctx);
  const chosen = (text.usual ?? []).map((choice) => requireItem(choice, known));
  const items = [...readItems(text.items, known, chosen)];
  const person = async (field: OrderPersonKey): Promise<string | undefined> => {
    const typed = text[field].trim();
    return typed === ""
      ? undefined
      : resolvePerson(typed, ctx, { field: orderPersonFields[field], machines: true });
  };
  return {
    items,
    customer: await person("customer"),
    submitted_by: (await person("submittedBy")) ?? (await readOwnAccount(ctx))?.userId,
    prepared_by: await person("preparedBy"),
    picked_up_by: await person("pickedUpBy"),
    order_number: number,
  };
}

/** The text that parses to this order. */
export function toOrderText(order: NewOrder, known: ItemNames): OrderText {
  return {
    items: formatItems(order.items, maxInputLength, known),
    customer: formatPerson(order.customer),
    submittedBy: formatPerson(order.submitted_by),
    preparedBy: formatPerson(order.prepared_by),
    pickedUpBy: formatPerson(order.picked_up_by),
    others: "",
  };
}

function formatPerson(userId: string | undefined): string {
  return userId === undefined ? "" : formatId(userId);
}

/** Follows the beginning of an item that doesn't fit into a choice: several may begin with it. */
const digestAtEnd = / #[\w-]{16}$/;

const toDigest = (item: string): string =>
  ` #${createHash("sha256").update(foldText(item)).digest("base64url").slice(0, 16)}`;

/** What a usual item returns when it is chosen: itself, or else its beginning and a digest. */
function toChoice(item: string): string {
  const isWhole = plainText(item, maxChoiceLength) === item && cleanTyped(item) === item;
  if (isWhole && !item.endsWith("…") && !digestAtEnd.test(item)) return item;
  const digest = toDigest(item);
  return `${plainText(item, maxChoiceLength - digest.length)}${digest}`;
}

/** The item that was chosen, as it is called now; `undefined` if only its beginning is known. */
function findItem(choice: string, known: ItemNames): string | undefined {
  const [digest] = digestAtEnd.exec(choice) ?? [];
  if (digest !== undefined)
    return known.names.find((name) => toChoice(name) !== name && toDigest(name) === digest);
  return choice.endsWith("…") ? undefined : toKnownName(cleanTyped(choice), known);
}

/** A usual item in a list, which shows the rest of a long one below its beginning. */
function describeChoice(item: string): SelectChoice {
  const name = plainText(item, maxChoiceLength);
  const rest = plainText(item, itemLimits.length).slice(name.length - 1);
  return {
    name,
    value: toChoice(item),
    ...(name.endsWith("…") && rest.length > 1 && { description: plainText(`…${rest}`, maxChoiceLength) }),
  };
}

/** @throws UserError if only its beginning is known */
function requireItem(choice: string, known: ItemNames): string {
  const item = findItem(choice, known);
  if (item !== undefined) return item;
  throw new UserError(
    `I no longer know the whole name of “${escapeMarkdown(choice.replace(digestAtEnd, ""))}”, so nothing was sent. Type all of it instead of choosing it.`,
  );
}

/** The choices of a form. */
export interface UsualItems {
  /** At most 25, different ones; none where no orders are known. */
  readonly offered: readonly SelectChoice[];
  /** Their values. */
  readonly chosen: readonly string[];
}

/** What is ordered most often, as far as that is known: a form can't wait for the service. */
export async function readUsualItems({ usual }: OrderText, ctx: LinkedContext): Promise<UsualItems> {
  if (usual === undefined) return { offered: [], chosen: [] };
  const orders = await readLastOrders(ctx, 0);
  const known = orders === undefined ? noItemNames : getItemNames(orders);
  const chosen = usual.flatMap((choice) => findItem(choice, known) ?? []);
  const often = known.names.filter(({ length }) => length <= itemLimits.length).slice(0, maxMenuChoices);
  const choices = new Map([...chosen, ...often].map((item) => [toChoice(item), describeChoice(item)]));
  const offered = [...choices.values()].filter(({ name }) => name !== "").slice(0, maxMenuChoices);
  return { offered, chosen: chosen.map(toChoice) };
}

/** Without names an item stays as it was typed, and in a message every part is taken for one: they are worth a wait. */
const namesWithinMs = 5_000;

/**
 * The workspace's items, as they are called most often.
 * @param withinMs how long the first response is waited for
 */
export async function readItemNames(ctx: LinkedContext, withinMs = namesWithinMs): Promise<ItemNames> {
  const orders = await readLastOrders(ctx, withinMs);
  return orders === undefined ? noItemNames : getItemNames(orders);
}

/**
 * The workspace's orders as last read, which is recent enough to know items by; `undefined` if there are none yet.
 * @param withinMs how long the first response is waited for
 */
export function readLastOrders(ctx: LinkedContext, withinMs?: number): Promise<readonly Order[] | undefined> {
  return readStale("searchOrders", { params: { workspaceId: ctx.workspaceId } }, ctx, withinMs);
}
