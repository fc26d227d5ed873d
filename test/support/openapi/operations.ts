export type Schema = Readonly<Record<string, unknown>>;
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
export interface Operation {
  /** `POST /channels/{channel_id}/messages` */
  readonly name: string;
  /** JSON pointer of the schema of a JSON body; `undefined` when the operation takes none. */
  readonly request: string | undefined;
  /** JSON pointer for the body of an answer, `"empty"` for one without, `undefined` for an unknown status. */
  readonly answer: (status: number) => string | undefined;
}

interface Template {
  readonly template: string;
  readonly pattern: RegExp;
}

/** Finds operations by the path of a request. */
export class Operations {
  readonly #document: OpenApiDocument;
  /** By method and number of parts, which is all that most paths have to be told apart by. */
  readonly #templates: ReadonlyMap<string, readonly Template[]>;
  /** Described once: every request of every test is looked for here. */
  readonly #described = new Map<string, Operation>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    const templates = Object.entries(document.paths)
      .flatMap(([template, methods]) =>
        Object.keys(methods).map((method) => ({ method, template, pattern: patternOf(template) })),
      )
      // A path with fewer parameters is the more exact one: `/users/@me` before `/users/{user_id}`.
      .toSorted((a, b) => parametersIn(a.template) - parametersIn(b.template));
    this.#templates = Map.groupBy(templates, ({ method, template }) => kindOf(method, template));
  }

  find(method: string, path: string): Operation | undefined {
    const found = this.#templates.get(kindOf(method, path))?.find(({ pattern }) => pattern.test(path));
    if (found === undefined) return undefined;
    const name = `${method} ${found.template}`;
    const operation = this.#described.get(name) ?? this.#describe(method, found.template);
    this.#described.set(name, operation);
    return operation;
  }

  /** What a JSON pointer points at. */
  at(pointer: string): unknown {
    return pointer
      .split("/")
      .slice(1)
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), this.#document);
  }

  #describe(method: string, template: string): Operation {
    const base = `/paths/${escaped(template)}/${method.toLowerCase()}`;
    const json = "content/application~1json/schema";
    const existing = (pointer: string) => (this.at(pointer) === undefined ? undefined : pointer);
    return {
      name: `${method} ${template}`,
      request: existing(`${base}/requestBody/${json}`),
      answer: (status) => {
        for (const key of [String(status), `${Math.floor(status / 100)}XX`]) {
          const answer = this.at(`${base}/responses/${key}`);
          if (!isObject(answer)) continue;
          const place =
            typeof answer["$ref"] === "string" ? answer["$ref"].slice(1) : `${base}/responses/${key}`;
          return existing(`${place}/${json}`) ?? "empty";
        }
        return undefined;
      },
    };
  }
}

export function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(method: string, path: string): string {
  return `${method.toLowerCase()} ${path.split("/").length}`;
}

function patternOf(template: string): RegExp {
  const parts = template
    .split(/\{[^}]+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join("[^/]+")}$`);
}

function parametersIn(template: string): number {
  return template.split("{").length;
}

function escaped(template: string): string {
  return template.replaceAll("~", "~0").replaceAll("/", "~1");
}
