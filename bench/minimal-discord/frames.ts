import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ChannelType,
  ComponentType,
  GatewayOpcodes,
  InteractionType,
  MessageFlags,
  MessageType,
} from "discord-api-types/v10";

export const applicationId = "1310000000000000001";
export const botToken = "bench.discord.token";
export const staffRoleId = "1310000000000000002";
const discordEpochMs = 1_420_070_400_000;

/** An interaction that can be sent again and again, each time under an id of its own. */
export interface Frame {
  readonly what: string;
  readonly guildId: string;
  /** What a right answer has in it. */
  readonly expected: string;
  /** `text` as the gateway sends it, `body` as it is posted. */
  next(sequence: number): { readonly id: string; readonly text: string; readonly body: string };
}

export interface CommandCall {
  readonly what: string;
  readonly expected: string;
  /** Whether it is being typed and asks for suggestions, instead of being run. */
  readonly typed?: boolean;
  readonly data: { readonly name: string; readonly options?: readonly object[] };
}

/** A press of a button, which anyone can send without having seen its message. */
export interface PressCall {
  readonly what: string;
  readonly expected: string;
  readonly customId: string;
}

/** Answered from the bot's own knowledge and its database. */
export const help: CommandCall = {
  what: "/help, no service",
  expected: "What you can do here",
  data: { name: "help" },
};
/** One call to the service with a small answer. */
export const assignments: CommandCall = assignmentsOf("1840032278");
/** One call to the service with a long answer, sorted and cut to a page. */
export const orderSearch: CommandCall = {
  what: "/order search, one service call of 19 kB",
  expected: "Page 1 of ",
  data: {
    name: "order",
    options: [{ type: ApplicationCommandOptionType.Subcommand, name: "search", options: [] }],
  },
};

/** The same, narrowed. */
export function orderSearchFor(options: Readonly<Record<string, string>>, expected: string): CommandCall {
  const given = Object.entries(options).map(([name, value]) => text(name, value));
  return {
    what: `/order search ${JSON.stringify(options)}`,
    expected,
    data: {
      name: "order",
      options: [{ type: ApplicationCommandOptionType.Subcommand, name: "search", options: given }],
    },
  };
}

/** The recorded frames, as a file. */
export const auditExport: PressCall = {
  what: "the file of /audit",
  expected: "entries, newest first.",
  customId: "audit.csv:",
};

function assignmentsOf(userId: string): CommandCall {
  return {
    what: "/assignments, one service call of 2 kB",
    expected: "'s week",
    data: { name: "assignments", options: [text("person", userId)] },
  };
}

/** So many that no workspace comes near its limit of requests. */
export const knownGuilds = 60;
const firstUserId = 1_840_032_278;

/** The question for assignments with this number: each is about someone else, so that no cache has it. */
export function assignmentsAbout(n: number, guildIds: readonly string[]): Frame {
  return frameOf(assignmentsOf(String(firstUserId + n)), guildIds[n % knownGuilds] ?? "");
}

/** By guild, whom those questions are about: a name is looked up once, in the background, and is no part of the answer. */
export function peopleAskedAbout(guildIds: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    guildIds
      .slice(0, knownGuilds)
      .map((guildId, first) => [
        guildId,
        Array.from({ length: Math.ceil(guildIds.length / knownGuilds) }, (_, turn) =>
          String(firstUserId + first + turn * knownGuilds),
        ),
      ]),
  );
}

const someSuggestions = `"choices":[{"name":"`;

/** Someone's name, as far as it is typed. */
export function typingPerson(typed: string): CommandCall {
  const focused = { ...text("customer", typed), focused: true };
  return {
    what: `/order create, customer “${typed}”`,
    expected: someSuggestions,
    typed: true,
    data: {
      name: "order",
      options: [{ type: ApplicationCommandOptionType.Subcommand, name: "create", options: [focused] }],
    },
  };
}

/** A post's title, as far as it is typed. */
export function typingPost(typed: string): CommandCall {
  return {
    what: `/post-delete, post “${typed}”`,
    expected: someSuggestions,
    typed: true,
    data: { name: "post-delete", options: [{ ...text("post", typed), focused: true }] },
  };
}

/** The id under which Discord keeps a command: the same in every run, another for every name. */
export function commandIdOf(name: string): string {
  const hash = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 1e12, 7);
  return String(1_320_000_000_000_000_000n + BigInt(hash));
}

/** As far apart as one after the other falls to the next shard. */
const idsBetween = 1n << 22n;

export function guildIdsOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    String(1_310_000_000_001_000_000n + BigInt(index) * idsBetween),
  );
}

/** A command as a member with the staff role runs it, or a button pressed, with all that Discord sends around it. */
export function frameOf(call: CommandCall | PressCall, guildId: string, member = 0): Frame {
  const { what, expected } = call;
  const channelId = String(BigInt(guildId) + 500_000_000n);
  const user = {
    id: String(BigInt(guildId) + 900_000_000n + BigInt(member)),
    username: "mia",
    global_name: "Mia",
    discriminator: "0",
    avatar: null,
    public_flags: 0,
  };
  const interaction = {
    id: "%id%",
    application_id: applicationId,
    token: "%token%",
    version: 1,
    ...("data" in call ? commandParts(call) : pressParts(call, channelId)),
    guild_id: guildId,
    guild: { id: guildId, locale: "en-US", features: [] },
    channel_id: channelId,
    channel: {
      id: channelId,
      type: ChannelType.GuildText,
      guild_id: guildId,
      name: "orders",
      permissions: "2147483648",
    },
    member: {
      user,
      nick: null,
      roles: [staffRoleId],
      avatar: null,
      joined_at: "2025-03-01T08:00:00.000000+00:00",
      premium_since: null,
      deaf: false,
      mute: false,
      pending: false,
      flags: 0,
      permissions: "2147483648",
    },
    app_permissions: "2147483648",
    locale: "en-US",
    guild_locale: "en-US",
    entitlements: [],
    authorizing_integration_owners: { 0: guildId },
    context: 0,
    attachment_size_limit: 10_485_760,
  };
  const [head = "", middle = "", tail = ""] = JSON.stringify(interaction).split(/%id%|%token%/);
  return {
    what,
    guildId,
    expected,
    next(sequence) {
      const id = newId();
      const token = id.padStart(200, "a");
      const body = head + id + middle + token + tail;
      return {
        id,
        body,
        text: `{"op":${GatewayOpcodes.Dispatch},"t":"INTERACTION_CREATE","s":${sequence},"d":${body}}`,
      };
    },
  };
}

function commandParts({ typed = false, data }: CommandCall) {
  return {
    type: typed ? InteractionType.ApplicationCommandAutocomplete : InteractionType.ApplicationCommand,
    data: { id: commandIdOf(data.name), type: ApplicationCommandType.ChatInput, ...data },
  };
}

function pressParts({ customId }: PressCall, channelId: string) {
  return {
    type: InteractionType.MessageComponent,
    data: { custom_id: customId, component_type: ComponentType.Button },
    message: {
      id: String(BigInt(channelId) + 1n),
      channel_id: channelId,
      type: MessageType.ChatInputCommand,
      flags: MessageFlags.Ephemeral,
      author: { id: applicationId, username: "bot", discriminator: "0", avatar: null, bot: true },
      content: "",
      timestamp: "2026-03-01T08:00:00.000000+00:00",
      edited_timestamp: null,
      tts: false,
      mention_everyone: false,
      pinned: false,
      mentions: [],
      mention_roles: [],
      attachments: [],
      embeds: [],
      components: [],
    },
  };
}

let made = 0n;
/** Another one each time, as Discord's are. */
export function newId(): string {
  made += 1n;
  return String((BigInt(Date.now() - discordEpochMs) << 22n) | (made & 0x3f_ffffn));
}

function text(name: string, value: string) {
  return { type: ApplicationCommandOptionType.String, name, value };
}
