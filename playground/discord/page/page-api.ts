import { type Context, Hono } from "hono";
import type { z } from "zod";
import { attachmentSizeLimit } from "../attachments.ts";
import type {
  PageCommands,
  PageMessages,
  PageOptionValue,
  PageOutcome,
  PageRefusal,
  PageRequests,
  PageState,
  PageSuggestions,
  PageUpload,
} from "../page-types.ts";
import { personIn } from "../actors/person.ts";
import type { RequestLog } from "../request-log.ts";
import {
  type FormInput,
  type OptionInput,
  type Person,
  PersonError,
  type SeenMessage,
} from "../member-types.ts";
import { type DiscordFaults } from "../types.ts";
import type { World } from "../state.ts";
import { applyPageFault } from "./page-faults.ts";
import {
  PageChoose,
  PageContextRun,
  PageDismiss,
  PageForward,
  PageFault,
  PagePress,
  PageRun,
  PageSay,
  PageSubmit,
  PageSuggest,
} from "./page-requests.ts";
import { pageState } from "./page-state.ts";
import { Uploads } from "./uploads.ts";

export interface PageParts {
  readonly world: World;
  readonly faults: DiscordFaults;
  readonly log: RequestLog;
  readonly isConnected: () => boolean;
  /** User name; empty for the first person. */
  readonly opensAs: string;
  readonly isSetUp: (guildId: string) => Promise<boolean>;
}

/** The browser page's way to act as a member: the same `Person` as tests use, over HTTP. */
export function pageRoutes({ world, faults, log, isConnected, opensAs, isSetUp }: PageParts): Hono {
  const page = new Hono().basePath("/playground");
  const uploads = new Uploads();
  const channel = "/channels/:channel";
  const person = (c: Context): Person =>
    personIn(world, c.req.query("as") ?? "", c.req.param("channel") ?? "");

  page.onError((error, c) => {
    if (!(error instanceof PersonError)) throw error;
    const { message, field } = error;
    return c.json({ message, ...(field === undefined ? {} : { field }) } satisfies PageRefusal, 400);
  });

  page.get("/state", async (c) => {
    const { as = opensAs, guild: guildId } = c.req.query();
    const state = pageState(world, { as, guildId, botConnected: isConnected() });
    const { guild } = state;
    const about = guild.about === "" || (await isSetUp(guild.id)) ? "" : guild.about;
    return c.json({ ...state, guild: { ...guild, about } } satisfies PageState);
  });
  page.get("/requests", (c) => c.json({ requests: log.records } satisfies PageRequests));
  page.get(`${channel}/messages`, (c) => c.json(messagePage(person(c).read(), c.req.query())));
  page.get(`${channel}/commands`, (c) => c.json({ commands: person(c).commands() } satisfies PageCommands));

  page.post(`${channel}/run`, async (c) => {
    const { path, options } = await read(c, PageRun);
    return c.json({ outcome: await person(c).run(path, withFiles(options, uploads)) } satisfies PageOutcome);
  });
  page.post(`${channel}/context`, async (c) => {
    const { command, target } = await read(c, PageContextRun);
    const outcome =
      "messageId" in target
        ? await person(c).runOnMessage(command, target.messageId)
        : await person(c).runOnUser(command, target.discordUserId);
    return c.json({ outcome } satisfies PageOutcome);
  });
  page.post(`${channel}/suggest`, async (c) => {
    const { path, options, focused } = await read(c, PageSuggest);
    const choices = await person(c).suggest(path, withFiles(options, uploads), focused);
    return c.json({ choices } satisfies PageSuggestions);
  });
  page.post(`${channel}/press`, async (c) => {
    const { messageId, customId } = await read(c, PagePress);
    const me = person(c);
    return c.json({ outcome: await me.press(messageOf(me, messageId), customId) } satisfies PageOutcome);
  });
  page.post(`${channel}/choose`, async (c) => {
    const { messageId, customId, values } = await read(c, PageChoose);
    const me = person(c);
    return c.json({
      outcome: await me.choose(messageOf(me, messageId), customId, values),
    } satisfies PageOutcome);
  });
  page.post(`${channel}/submit`, async (c) => {
    const { form, values } = await read(c, PageSubmit);
    const outcome = await person(c).submit(form, withFormFiles(values, uploads));
    return c.json({ outcome } satisfies PageOutcome);
  });
  page.post(`${channel}/say`, async (c) => {
    person(c).say((await read(c, PageSay)).content);
    return c.body(null, 204);
  });
  page.post(`${channel}/forward`, async (c) => {
    person(c).forward((await read(c, PageForward)).messageId);
    return c.body(null, 204);
  });
  page.post(`${channel}/dismiss`, async (c) => {
    person(c).dismiss((await read(c, PageDismiss)).messageId);
    return c.body(null, 204);
  });
  page.post("/upload", async (c) => {
    const file = (await c.req.formData()).get("file");
    if (file === null || typeof file === "string") throw new PersonError("Choose a file.");
    if (file.size > attachmentSizeLimit) throw new PersonError(`${file.name} is larger than 10 MiB.`);
    const upload = {
      name: file.name,
      data: new Uint8Array(await file.arrayBuffer()),
      contentType: file.type,
    };
    const attachment = world.attachments.keep("0", upload, { ephemeral: true });
    return c.json({ uploadId: uploads.keep(upload), attachment } satisfies PageUpload);
  });
  page.post("/faults", async (c) => {
    applyPageFault(faults, await read(c, PageFault));
    return c.body(null, 204);
  });
  return page;
}

async function read<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const parsed = schema.safeParse(await c.req.json().catch(() => undefined));
  if (!parsed.success) throw new PersonError("The playground doesn't understand this request.");
  return parsed.data;
}

/** @throws PersonError */
function messageOf(person: Person, messageId: string): SeenMessage {
  const message = person.read().find(({ id }) => id === messageId);
  if (message === undefined) throw new PersonError("This message was deleted.");
  return message;
}

function messagePage(all: readonly SeenMessage[], query: Readonly<Record<string, string>>): PageMessages {
  const limit = Math.min(200, Math.max(1, Number(query["limit"] ?? 50) || 50));
  const before = query["before"];
  const end = before === undefined ? all.length : all.findIndex(({ id }) => id === before);
  const older = all.slice(0, Math.max(0, end));
  return { messages: older.slice(-limit), more: older.length > limit };
}

function withFiles(
  options: Readonly<Record<string, PageOptionValue>>,
  uploads: Uploads,
): Readonly<Record<string, OptionInput>> {
  const entries = Object.entries(options).map(
    ([name, value]) => [name, typeof value === "object" ? uploads.get(value) : value] as const,
  );
  return Object.fromEntries(entries);
}

function withFormFiles(
  values: z.output<typeof PageSubmit>["values"],
  uploads: Uploads,
): Readonly<Record<string, FormInput>> {
  const entries = Object.entries(values).map(([name, value]): readonly [string, FormInput] => {
    if (typeof value !== "object") return [name, value];
    const files = value.filter((part) => typeof part === "object");
    if (files.length > 0) return [name, files.map((file) => uploads.get(file))];
    return [name, value.filter((part) => typeof part === "string")];
  });
  return Object.fromEntries(entries);
}
