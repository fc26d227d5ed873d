import { unknownGuild } from "../api-error.ts";
import { FormCheck } from "../body-validator.ts";
import type { Gateway } from "../gateway.ts";
import { toDirectChannel } from "../serialize-guild.ts";
import { isSnowflake } from "../snowflake.ts";
import type { World } from "../state.ts";
import { type Api, nothing } from "./api-env.ts";

/** The bot itself: its account, its application, where it is, and the gateway's address. */
export function applicationRoutes(api: Api, world: World, gateway: Gateway, gatewayUrl: () => string): void {
  const { directory } = world;

  api.get("/gateway", (c) => c.json({ url: gatewayUrl() }));
  api.get("/gateway/bot", (c) =>
    c.json({
      url: gatewayUrl(),
      shards: gateway.limits.shards,
      session_start_limit: {
        total: 1_000,
        remaining: gateway.limits.loginsLeft,
        reset_after: 14_400_000,
        max_concurrency: gateway.limits.maxConcurrency,
      },
    }),
  );
  api.get("/users/@me", (c) =>
    c.json({
      ...directory.bot,
      mfa_enabled: true,
      verified: true,
      email: null,
      locale: "en-US",
      premium_type: 0,
    }),
  );
  api.get("/applications/@me", (c) => c.json(application(world)));
  api.get("/oauth2/applications/@me", (c) => c.json(application(world)));

  api.get("/users/@me/guilds", (c) => {
    const { before, after, limit, with_counts: counts } = c.req.query();
    const most = pageSize(limit);
    const all = directory
      .botGuilds()
      .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
      .filter(({ id }) => before === undefined || BigInt(id) < BigInt(before))
      .filter(({ id }) => after === undefined || BigInt(id) > BigInt(after));
    const page = before === undefined ? all.slice(0, most) : all.slice(-most);
    return c.json(
      page.map((guild) => {
        const count = directory.members(guild.id).length;
        return {
          id: guild.id,
          name: guild.name,
          icon: null,
          banner: null,
          owner: false,
          permissions: directory.permissions(guild.id, directory.botId).toString(),
          features: [],
          ...(counts === "true"
            ? { approximate_member_count: count, approximate_presence_count: count }
            : {}),
        };
      }),
    );
  });
  api.delete("/users/@me/guilds/:guild", (c) => {
    const guildId = c.req.param("guild");
    if (!directory.hasBot(guildId)) throw unknownGuild();
    directory.removeBotFrom(guildId);
    world.events.emit({ type: "guild", guildId });
    return nothing();
  });

  api.post("/users/@me/channels", (c) => {
    const form = new FormCheck();
    const recipient = form.text(c.get("body").fields, "recipient_id", { required: true, max: 20 });
    form.finish();
    const user = directory.user(recipient ?? "");
    const id = directory.direct.with(user.id, world.newId);
    return c.json(toDirectChannel(id, user, world.messages.in(id).at(-1)?.message.id));
  });
  api.get("/users/:user", (c) => c.json(directory.user(c.req.param("user"))));
}

/** @throws DiscordApiError */
function pageSize(limit: string | undefined): number {
  const form = new FormCheck();
  const size = form.integer({ limit: limit === undefined ? 200 : Number(limit) }, "limit", {
    min: 1,
    max: 200,
  });
  form.finish();
  return size ?? 200;
}

function application({ directory, endpoints }: World) {
  const owner = directory.seed.users[0];
  return {
    id: directory.botId,
    name: directory.seed.applicationName,
    icon: null,
    description: "",
    type: null,
    bot: directory.bot,
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: endpoints.publicKey,
    flags: 0,
    flags_new: "0",
    redirect_uris: [],
    interactions_endpoint_url: endpoints.interactionsUrl ?? null,
    role_connections_verification_url: null,
    owner: owner !== undefined && isSnowflake(owner.id) ? directory.user(owner.id) : directory.bot,
    approximate_guild_count: directory.botGuilds().length,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    team: null,
    eligible_oauth2_scopes: ["bot", "applications.commands"],
  };
}
