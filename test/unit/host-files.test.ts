import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { type Config, configVariables, readConfig } from "../../src/config.ts";
import { parseFlags } from "../../src/start/flags.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

interface ParsedDocument {
  readonly errors: readonly Error[];
  readonly warnings: readonly Error[];
  toJS(): unknown;
}

/** The parser that one of the tools brings along. */
const yaml = createRequire(import.meta.resolve("knip"))("yaml") as {
  parseAllDocuments(text: string, options: { readonly merge: boolean }): readonly ParsedDocument[];
};

function documentsIn(path: string): readonly unknown[] {
  return yaml.parseAllDocuments(read(path), { merge: true }).map((document) => {
    expect([...document.errors, ...document.warnings], path).toEqual([]);
    return document.toJS();
  });
}

interface Service {
  readonly build?: unknown;
  readonly image?: string;
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly mem_limit?: string;
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
}
// Our own file.
const [compose] = documentsIn("compose.yaml") as readonly {
  readonly services: Readonly<Record<string, Service>>;
}[];
const services = Object.entries(compose?.services ?? {});
const bots = services.filter(([, { build }]) => build !== undefined);

/** The settings with which Compose starts a bot if `.env` has only what it must. */
function configOf(environment: Service["environment"] = {}): Config {
  const filled = Object.entries(environment).map(([key, value]) => [
    key,
    value.replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1").replaceAll(/\$\{\w+:\?[^}]+\}/g, "https://example.com"),
  ]);
  const keys = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
  return readConfig({ ...Object.fromEntries(filled), SECRET_KEYS: keys });
}

const manifests = globSync("deploy/kubernetes/**/*.yaml", { cwd: root }).toSorted();

interface Kustomization {
  readonly resources: readonly string[];
  readonly nameSuffix?: string;
  readonly labels?: readonly {
    readonly pairs: Readonly<Record<string, string>>;
    readonly includeSelectors?: boolean;
  }[];
  readonly configMapGenerator?: readonly { readonly literals: readonly string[] }[];
  readonly patches?: readonly { readonly patch: string }[];
}

function kustomization(folder: string): Kustomization {
  // Our own file.
  return documentsIn(join(folder, "kustomization.yaml"))[0] as Kustomization;
}

/** All files that `kubectl apply --kustomize` reads. */
function appliedWith(folder: string): readonly string[] {
  const resources = kustomization(folder).resources.map((name) => join(folder, name));
  return [
    join(folder, "kustomization.yaml"),
    ...resources.flatMap((path) => (path.endsWith(".yaml") ? [path] : appliedWith(path))),
  ];
}

test("each service of compose.yaml has one profile, so two bots with different data never meet", () => {
  expect(services.map(([name, { profiles }]) => [name, profiles])).toEqual(
    expect.arrayContaining([
      ["bot", ["single"]],
      ["replica-1", ["replicas"]],
      ["replica-2", ["replicas"]],
      ["proxy", ["replicas"]],
      ["postgres", ["replicas"]],
    ]),
  );
  for (const [, { profiles }] of services) expect(profiles).toHaveLength(1);
});

test("bots in compose.yaml have a read-only root, no privileges, and only known, valid settings", () => {
  for (const [name, { read_only: isReadOnly, cap_drop: dropped, environment = {} }] of bots) {
    expect({ name, isReadOnly, dropped }).toEqual({ name, isReadOnly: true, dropped: ["ALL"] });
    expect(configVariables).toEqual(expect.arrayContaining(Object.keys(environment)));
    expect(configOf(environment).httpPort).toBe(8080);
  }
});

test("the replicas of compose.yaml reach Discord through one proxy, which nobody else reaches", () => {
  const { proxy, ...others } = compose?.services ?? {};
  // Neither `latest` nor a branch.
  expect(proxy?.image).toMatch(/:v\d+\.\d+\.\d+$/);
  expect(proxy).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
  expect(proxy?.ports).toBe(undefined);
  for (const replica of [others["replica-1"], others["replica-2"]]) {
    expect(Object.keys(replica?.depends_on ?? {})).toContain("proxy");
    expect(configOf(replica?.environment)).toMatchObject({
      discordApiUrl: "http://proxy:8080/api",
      discordPostsPerSecond: Number.POSITIVE_INFINITY,
    });
  }
  expect(configOf(others["bot"]?.environment)).toMatchObject({
    discordApiUrl: "https://discord.com/api",
    discordPostsPerSecond: 40,
  });
});

test("compose.yaml passes on every setting, except those that a container fixes", () => {
  const fixed = ["DATA_FOLDER", "PLAYGROUND_PORT", "HTTP_PORT"];
  const [, bot] = bots.find(([name]) => name === "bot") ?? [];
  const wanted = configVariables.filter((name) => !fixed.includes(name) && !name.endsWith("_FILE"));
  expect(Object.keys(bot?.environment ?? {}).filter((name) => !fixed.includes(name))).toEqual(
    expect.arrayContaining(wanted),
  );
});

test("manifests parse, and all but those applied by hand are in a kustomization", () => {
  const kinds = manifests.flatMap((path) =>
    documentsIn(path).map((document) => (document as { readonly kind?: string }).kind),
  );
  expect(kinds).toEqual(
    expect.arrayContaining([
      "Deployment",
      "Service",
      "Ingress",
      "PodDisruptionBudget",
      "Kustomization",
      "Job",
    ]),
  );
  const byHand = ["migration", "registration"].map((name) => `deploy/kubernetes/${name}-job.yaml`);
  const applied = ["deploy/kubernetes", "deploy/kubernetes/gateway"].flatMap(appliedWith);
  expect([...new Set([...applied, ...byHand])].toSorted()).toEqual(manifests);
  for (const [folder, interactions] of [
    ["deploy/kubernetes", "http"],
    ["deploy/kubernetes/gateway", "gateway"],
  ] as const) {
    const settings = parseEnv(kustomization(folder).configMapGenerator?.[0]?.literals.join("\n") ?? "");
    expect(configVariables).toEqual(expect.arrayContaining(Object.keys(settings)));
    expect(readConfig(settings)).toMatchObject({ discordInteractions: interactions, httpPort: 8080 });
  }
});

test("from outside the cluster only Discord and calendar apps come in, and no log shows a calendar's address", () => {
  // Our own file.
  const documents = documentsIn("deploy/kubernetes/service.yaml") as readonly {
    readonly kind: string;
    readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
    readonly spec: {
      readonly rules: readonly {
        readonly http: { readonly paths: readonly { readonly path: string; readonly pathType: string }[] };
      }[];
    };
  }[];
  const paths = documents
    .filter(({ kind }) => kind === "Ingress")
    .flatMap(({ metadata, spec }) =>
      spec.rules.flatMap(({ http }) =>
        http.paths.map(({ path, pathType }) => ({
          path,
          pathType,
          isLogged: metadata.annotations?.["nginx.ingress.kubernetes.io/enable-access-log"] !== "false",
        })),
      ),
    );
  expect(paths).toEqual([
    { path: "/interactions", pathType: "Exact", isLogged: true },
    { path: "/events", pathType: "Exact", isLogged: true },
    { path: "/calendar/", pathType: "Prefix", isLogged: false },
  ]);
});

test("in Kubernetes each shard belongs to one part, and each part runs twice with its own budget", () => {
  const folder = "deploy/kubernetes/gateway";
  const parts = kustomization(folder).resources.map((name) => kustomization(join(folder, name)));
  const names = parts.map(({ nameSuffix }) => nameSuffix);
  expect(new Set(names).size).toBe(2);
  // Otherwise both deployments would count each other's replicas as their own.
  const pairs = parts.map(
    ({ labels }) => labels?.find(({ includeSelectors: isSelected }) => isSelected)?.pairs,
  );
  expect(pairs.map((each) => `-${each?.["part"]}`)).toEqual(names);
  const shards = parts.flatMap(({ resources, patches = [] }) => {
    expect(resources).toEqual(["../../bot"]);
    const value = /name: DISCORD_SHARDS, value: (\S+) \}/.exec(
      patches.map(({ patch }) => patch).join(""),
    )?.[1];
    const config = readConfig({ DISCORD_SHARDS: value, DATABASE_URL: "postgres://bot@localhost/bot" });
    const range = config.discordShards;
    if (range === "auto") throw new Error("a part has no shards of its own");
    expect(range.total).toBe(16);
    return Array.from({ length: range.last - range.first + 1 }, (_, index) => range.first + index);
  });
  expect(shards).toEqual(Array.from({ length: 16 }, (_, shard) => shard));
  expect(documentsIn("deploy/kubernetes/bot/deployment.yaml")[0]).toMatchObject({ spec: { replicas: 2 } });
  expect(kustomization("deploy/kubernetes/bot").resources).toContain("disruption-budget.yaml");
  expect(documentsIn("deploy/kubernetes/bot/disruption-budget.yaml")[0]).toMatchObject({
    spec: { minAvailable: 1 },
  });
});

test("a rolling update in Kubernetes starts a new replica before it stops an old one", () => {
  // Our own file.
  const [deployment] = documentsIn("deploy/kubernetes/bot/deployment.yaml") as readonly {
    readonly spec: {
      readonly strategy: unknown;
      readonly template: {
        readonly spec: {
          readonly terminationGracePeriodSeconds: number;
          readonly securityContext: unknown;
          readonly containers: readonly { readonly env: readonly { readonly name: string }[] }[];
        };
      };
    };
  }[];
  expect(deployment?.spec.strategy).toEqual({
    type: "RollingUpdate",
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
  });
  const pod = deployment?.spec.template.spec;
  // The pause before the stop, and the 12 s that the bot takes at most.
  expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(5 + 12);
  expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65_532 });
  expect(pod?.containers[0]).toMatchObject({
    livenessProbe: { httpGet: { path: "/healthz" } },
    readinessProbe: { httpGet: { path: "/readyz" } },
    lifecycle: { preStop: { sleep: { seconds: 5 } } },
    securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
  });
  const names = pod?.containers[0]?.env.map(({ name }) => name) ?? [];
  expect(names).toContain("SECRET_KEYS_FILE");
  expect(configVariables).toEqual(expect.arrayContaining(names));
});

interface Job {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly image: string;
          readonly args: readonly string[];
          readonly env: readonly { readonly name: string; readonly value: string }[];
        }[];
      };
    };
  };
}

test("the job before an update can't register commands that no replica knows yet; the other one can", async () => {
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-secrets-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const texts = {
    "discord-token": "token",
    "database-url": "postgres://bot@localhost/bot",
    "secret-keys": `k1:${Buffer.alloc(32, 1).toString("base64")}`,
  };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
  const [migration, registration] = ["migration", "registration"].map((name) => {
    // Our own file.
    const [job] = documentsIn(`deploy/kubernetes/${name}-job.yaml`) as readonly Job[];
    const [container] = job?.spec.template.spec.containers ?? [];
    const settings = container?.env.map(({ name: variable, value }) => [
      variable,
      value.replace("/run/secrets/workspace-bot", folder),
    ]);
    const config = readConfig(Object.fromEntries(settings ?? []));
    return { image: container?.image, flag: parseFlags(container?.args ?? []).flag, config };
  });
  expect(migration).toMatchObject({ flag: "migrate", config: { discordToken: undefined } });
  expect(registration).toMatchObject({ flag: "register", config: { discordToken: "token" } });
  for (const job of [migration, registration]) {
    expect(job?.config.databaseUrl).toBe(texts["database-url"]);
    expect(job?.image).toBe(migration?.image);
  }
});

test("npm start, the image, the systemd unit and the docs start the program with the same options", () => {
  // npm's own format.
  const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: { readonly start: string } };
  const options = scripts.start.replace(/^node /, "");
  const entrypoint = /^ENTRYPOINT (.+)$/m.exec(read("Containerfile"))?.[1] ?? "[]";
  expect((JSON.parse(entrypoint) as readonly string[]).join(" ")).toBe(`/usr/local/bin/node ${options}`);
  const installed = options.replace("dist/", "/opt/workspace-bot/dist/");
  const unit = read("deploy/systemd/workspace-bot.service");
  expect(unit).toContain(`\nExecStart=/opt/workspace-bot/node_modules/.bin/node ${installed}\n`);
});

test("wherever the bot runs, it has the memory that the docs tell hosts to plan, and no more", () => {
  const planned = /^\| Memory and processor +\|(.+)\|$/m.exec(read("docs/hosting.md"))?.[1] ?? "";
  expect(planned.split("|").map((cell) => parseInt(cell, 10))).toEqual([512, 512, 512]);
  expect(bots.map(([, { mem_limit: limit }]) => limit)).toEqual(bots.map(() => "512m"));
  expect(read("deploy/systemd/workspace-bot.service")).toMatch(/^MemoryMax=512M$/m);
  expect(read("deploy/kubernetes/bot/deployment.yaml")).toMatch(/^ +limits: \{ memory: 512Mi \}$/m);
});

test("the build context of the image contains what it copies, and nothing else", () => {
  const copied = [...read("Containerfile").matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, paths = ""]) => paths.split(" "),
  );
  const sent = read(".dockerignore").match(/^!.+$/gm) ?? [];
  expect(sent.map((line) => line.slice(1)).toSorted()).toEqual([...new Set(copied)].toSorted());
  expect(read(".dockerignore")).toMatch(/^\*$/m);
});

test("a release is published only after everything is green, for two platforms, signed by its digest", () => {
  // Our own file.
  const [release] = documentsIn(".github/workflows/release.yml") as readonly {
    readonly on: { readonly push: Readonly<Record<string, readonly string[]>> };
    readonly jobs: Readonly<
      Record<
        string,
        {
          readonly needs?: string;
          readonly permissions?: Readonly<Record<string, string>>;
          readonly steps: readonly {
            readonly uses?: string;
            readonly run?: string;
            readonly with?: Readonly<Record<string, unknown>>;
            readonly env?: Readonly<Record<string, string>>;
          }[];
        }
      >
    >;
  }[];
  expect(release?.on).toEqual({ push: { tags: ["v*"] } });
  const { check, image } = release?.jobs ?? {};
  expect(check?.steps.map(({ run }) => run)).toContain("bash .ci/run");
  expect(image).toMatchObject({ needs: "check", permissions: { contents: "read", "id-token": "write" } });
  const build = image?.steps.find(({ uses = "" }) => uses.startsWith("docker/build-push-action@"));
  expect(build?.with).toMatchObject({
    file: "Containerfile",
    platforms: "linux/amd64,linux/arm64",
    push: true,
    sbom: true,
    provenance: "mode=max",
  });
  const last = image?.steps.at(-1);
  expect(last).toEqual({
    run: 'cosign sign --yes "$IMAGE@$DIGEST"',
    env: { DIGEST: "${{ steps.build.outputs.digest }}" },
  });
});
