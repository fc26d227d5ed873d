import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readFileSync } from "node:fs";
import { isObject, type OpenApiDocument, type Operation, Operations } from "../openapi/operations.ts";

/** A request to the service. */
export interface ServiceRequest {
  readonly method: string;
  /** From the service's base address, with its query. */
  readonly path: string;
  /** Parsed; `undefined` if none was sent. */
  readonly body: unknown;
}

/** What the service answered to such a request. */
export interface ServiceAnswer extends Omit<ServiceRequest, "body"> {
  readonly status: number;
  readonly answer: unknown;
}

const file = new URL("../../../docs/service.openapi.json", import.meta.url);
// `npm run docs` wrote it.
const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;
const operations = new Operations(document);
const ajv = new Ajv2020({ strict: false, allErrors: true, meta: false, validateSchema: false });
addFormats.default(ajv);
ajv.addSchema(document, "service");

/**
 * Holds a request against `docs/service.openapi.json`.
 * @throws Error that says what doesn't fit
 */
export function judgeRequest({ method, path, body }: ServiceRequest): void {
  const { name, request } = find(method, path);
  judgeQuery(name, path.split("?")[1] ?? "");
  if (request !== undefined) hold(`request ${name}`, request, body);
  else if (body !== undefined) throw new Error(`request ${name}: it takes no body`);
}

/**
 * Holds an answer against `docs/service.openapi.json`.
 * @throws Error that says what doesn't fit
 */
export function judgeAnswer({ method, path, status, answer }: ServiceAnswer): void {
  const operation = find(method, path);
  if (status >= 400) return hold(`refusal of ${operation.name}`, "/components/schemas/Error", answer);
  const pointer = operation.answer(status);
  if (pointer === undefined || pointer === "empty")
    throw new Error(`${operation.name}: an answer with status ${status} isn't described`);
  hold(`answer to ${operation.name}`, pointer, answer);
}

function find(method: string, path: string): Operation {
  const operation = operations.find(method, path.split("?")[0] ?? "");
  if (operation === undefined) throw new Error(`${method} ${path}: there is no such operation`);
  return operation;
}

function hold(what: string, pointer: string, value: unknown): void {
  const key = `service#${pointer.replaceAll("{", "%7B").replaceAll("}", "%7D")}`;
  const validate = ajv.getSchema(key) ?? ajv.compile({ $ref: key });
  if (validate(value) !== true)
    throw new Error(`${what}: ${ajv.errorsText(validate.errors, { dataVar: "" })}`);
}

function judgeQuery(name: string, query: string): void {
  const [method = "", template = ""] = name.split(" ");
  const described = operations.at(
    `/paths/${template.replaceAll("/", "~1")}/${method.toLowerCase()}/parameters`,
  );
  const parameters = (Array.isArray(described) ? described : []).filter(isObject);
  for (const [key, value] of new URLSearchParams(query)) {
    const parameter = parameters.find((each) => each["in"] === "query" && each["name"] === key);
    if (parameter === undefined) throw new Error(`${name}: the document knows no query ${key}`);
    // Numbers and booleans are written as in JSON.
    if (!ajv.validate(Object(parameter["schema"]), JSON.parse(value)))
      throw new Error(`${name}: ${key}=${value} ${ajv.errorsText()}`);
  }
}
