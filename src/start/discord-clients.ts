import { createCommandMention } from "../interactions/command-mentions.ts";
import { createCommandPermissions } from "../discord/command-permissions.ts";
import { createDiscordFiles } from "../discord/files.ts";
import { createMemberRoles } from "../discord/member-roles.ts";
import { createMessenger } from "../discord/messenger.ts";
import { createMemberships, createGuildMembers } from "../discord/members.ts";
import { watchInteractions } from "../discord/channels.ts";
import type { DiscordContext } from "../context.ts";
import type { FinishText } from "../ui/finish.ts";
import type { Command } from "../interactions/handler.ts";
import type { Config } from "../config.ts";
import { type ClientReports, createDiscordClient, type InteractionClient } from "../discord/client.ts";
import type { HttpReplies } from "../discord/http-replies.ts";
import { createPostPace } from "../discord/post-pace.ts";
import {
  type BotRest,
  createLookUpRest,
  createPostRest,
  createSharedRestParts,
  type PauseClock,
} from "../discord/rest.ts";
import type { Logger } from "../log/index.ts";
import type { Store } from "../store/store.ts";
import type { Stretch } from "../time.ts";

interface ClientParts {
  readonly config: Config & { readonly discordToken: string };
  readonly store: Store;
  readonly log: Logger;
  readonly random: () => number;
  readonly replicaId: string;
  readonly reports: ClientReports;
  readonly replies: HttpReplies | undefined;
  readonly identifyEveryMs: number | undefined;
  /** For pauses before a request is sent again; real ones by default. */
  readonly pauseClock: PauseClock | undefined;
  readonly stretch: Stretch;
}

interface DiscordClients {
  /** Receives interactions and replies to them. */
  readonly client: InteractionClient;
  /** For what is posted. */
  readonly postRest: BotRest;
  /** For what people wait for: it never queues behind posts, nor do these behind it. */
  readonly lookUpRest: BotRest;
}

export function createDiscordClients(parts: ClientParts): DiscordClients {
  const { config, store, log, random, replicaId, reports, replies, identifyEveryMs, pauseClock, stretch } =
    parts;
  const { discordApiUrl, discordToken, discordPostsPerSecond: perSecond } = config;
  const pace = createPostPace({ perSecond, replicaId, shared: store.shared ? store.postPaces : undefined });
  const shared = createSharedRestParts(pauseClock, stretch);
  // A proxy keeps Discord's limits for look-ups, too.
  const lookUpsPerSecond = Number.isFinite(perSecond) ? undefined : perSecond;
  return {
    client: createDiscordClient(discordApiUrl, {
      log,
      random,
      replies,
      shared,
      identifyEveryMs,
      shards: config.discordShards,
      identifyTurns: store.shared ? store.identifyTurns : undefined,
      ...reports,
    }),
    postRest: createPostRest(discordApiUrl, discordToken, reports, pace, shared),
    lookUpRest: createLookUpRest(discordApiUrl, discordToken, reports, lookUpsPerSecond, shared),
  };
}

interface DiscordContextParts extends DiscordClients {
  readonly config: Config;
  readonly commands: readonly Command[];
  /** By name, once they are registered. */
  readonly commandIds: () => Readonly<Record<string, string>>;
  /** Empty before the login. */
  readonly getApplicationId: () => string;
  readonly finishText: FinishText;
  readonly now: () => number;
}

export function createDiscordContext(parts: DiscordContextParts): DiscordContext {
  const { client, postRest, lookUpRest, config, commands, commandIds, getApplicationId, finishText, now } =
    parts;
  const rests = { posts: postRest, lookUps: lookUpRest };
  const getBotId = (): string => client.user?.id ?? getApplicationId();
  return {
    ...watchInteractions(client),
    memberships: createMemberships(lookUpRest),
    messenger: createMessenger(rests, getBotId, now, finishText),
    members: createGuildMembers(lookUpRest, now),
    memberRoles: createMemberRoles(rests, getBotId),
    files: createDiscordFiles(config.discordApiUrl),
    commandPermissions: createCommandPermissions({
      restricted: commands
        .filter(({ json }) => (json.default_member_permissions ?? null) !== null)
        .map(({ json }) => json.name),
      rest: lookUpRest,
      applicationId: getApplicationId,
      commandIds,
    }),
    commandMention: createCommandMention(commands, commandIds),
  };
}
