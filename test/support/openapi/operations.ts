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

/** Finds operations by the path of a request. */
export class Operations {
  readonly #document: OpenApiDocument;
  readonly #templates: readonly { readonly template: string; readonly pattern: RegExp }[];
  /** Described once: every request of every test is looked for here. */
  readonly #described = new Map<string, Operation>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#templates = Object.keys(document.paths)
      .map((template) => ({ template, pattern: patternOf(template) }))
      // A path with fewer parameters is the more exact one: `/users/@me` before `/users/{user_id}`.
      .toSorted((a, b) => parametersIn(a.template) - parametersIn(b.template));
  }

  find(method: string, path: string): Operation | undefined {
    const found = this.#templates.find(
      ({ template, pattern }) =>
        this.#document.paths[template]?.[method.toLowerCase()] !== undefined && pattern.test(path),
    );
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
