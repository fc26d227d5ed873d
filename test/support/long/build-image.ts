import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const checkout = join(import.meta.dirname, "../../..");

/** What the last stage of a Containerfile leaves. */
export interface Image {
  /** Its files, without those of the base image. */
  readonly root: string;
  readonly base: string;
  readonly workdir: string;
  readonly user: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
}

interface Stage extends Image {
  readonly name: string;
}

/**
 * Carries out the steps of the Containerfile below a folder, with this machine instead of the base of the first stage.
 * `npm ci` takes the packages that are installed here: as links, so the folder has to be on the checkout's disk.
 * @throws Error for a step it doesn't know
 */
export function buildImage(folder: string): Image {
  const stages: Stage[] = [];
  let stage: Stage | undefined;
  for (const { keyword, text } of readSteps()) {
    if (keyword === "FROM") {
      const [base = "", , name = ""] = text.split(" ");
      const root = join(folder, `stage-${stages.length}`);
      mkdirSync(root);
      stage = { name, root, base, workdir: "/", user: "", environment: {}, entrypoint: [] };
      stages.push(stage);
      continue;
    }
    if (stage === undefined) throw new Error(`${keyword} before FROM`);
    stage = { ...stage, ...carryOut({ keyword, text }, stage, stages) };
    stages[stages.length - 1] = stage;
  }
  return stage ?? { root: folder, base: "", workdir: "/", user: "", environment: {}, entrypoint: [] };
}

interface Step {
  readonly keyword: string;
  readonly text: string;
}

function readSteps(): readonly Step[] {
  const lines = readFileSync(join(checkout, "Containerfile"), "utf8").replaceAll(/^#.*\n/gm, "");
  return lines
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ({ keyword: line.split(" ", 1)[0] ?? "", text: line.replace(/^\S+\s+/, "").trim() }));
}

function carryOut({ keyword, text }: Step, stage: Stage, stages: readonly Stage[]): Partial<Stage> {
  const at = join(stage.root, stage.workdir);
  switch (keyword) {
    case "WORKDIR":
      mkdirSync(join(stage.root, text), { recursive: true });
      return { workdir: text };
    case "COPY":
      copy(text, at, stage, stages);
      return {};
    case "RUN":
      if (text.startsWith("npm ci ")) linkPackages(at, !text.includes("--omit=dev"));
      else execFileSync("sh", ["-euc", text], { cwd: at, stdio: ["ignore", "ignore", "inherit"] });
      return {};
    case "ENV": {
      const [name = "", ...value] = text.split("=");
      return { environment: { ...stage.environment, [name]: value.join("=") } };
    }
    case "USER":
      return { user: text };
    case "STOPSIGNAL":
      return {};
    case "ENTRYPOINT":
      // The form without a shell is JSON.
      return { entrypoint: JSON.parse(text) as readonly string[] };
    default:
      throw new Error(`The Containerfile has a step that this test doesn't know: ${keyword}`);
  }
}

function copy(text: string, at: string, { root }: Stage, stages: readonly Stage[]): void {
  const words = text.split(" ");
  const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length);
  const origin = stages.find(({ name }) => name === from);
  const paths = words.filter((word) => !word.startsWith("--"));
  const target = paths.pop() ?? "";
  const to = target.startsWith("/") ? join(root, target) : join(at, target);
  mkdirSync(to, { recursive: true });
  for (const path of paths) {
    const source = join(origin?.root ?? checkout, path);
    const whole = statSync(source).isDirectory() ? `${source}/.` : source;
    execFileSync("cp", [origin === undefined ? "-a" : "-al", whole, to]);
  }
}

/** Packages that the lock file has, as far as they are installed here. */
function linkPackages(at: string, forDevelopment: boolean): void {
  // npm's own format.
  const { packages } = JSON.parse(readFileSync(join(at, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  const paths = Object.entries(packages).flatMap(([path, { dev = false }]) =>
    (forDevelopment || !dev) &&
    /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) &&
    existsSync(join(checkout, path))
      ? [path]
      : [],
  );
  execFileSync("cp", ["-al", "--parents", ...paths, "node_modules/.bin", at], { cwd: checkout });
}

/** What gcr.io/distroless/cc has of C and C++; everything else has to be in the image. */
const baseLibraries =
  /^(?:ld-linux.*|lib(?:c|m|dl|rt|pthread|resolv|util|nss_files|nss_dns|gcc_s|stdc\+\+|gomp))\.so\.\d+$/;

/**
 * Adds what the base image has, from this machine, as far as the programs of the image need it.
 * @returns the libraries that the base has not
 */
export function addBase({ root }: Image, programs: readonly string[]): readonly string[] {
  const listed = programs.map((program) =>
    execFileSync("ldd", [program], { encoding: "utf8", env: { LANG: "C" } }),
  );
  const paths = new Set(listed.join("\n").match(/\/\S+\.so\.\d+/g));
  const [inBase, others] = [true, false].map((isInBase) =>
    [...paths].filter((path) => baseLibraries.test(basename(path)) === isInBase),
  );
  for (const path of inBase ?? []) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    copyFileSync(path, join(root, path));
  }
  for (const name of ["proc", "dev", "tmp", "run/secrets"]) mkdirSync(join(root, name), { recursive: true });
  return (others ?? []).map((path) => basename(path));
}
