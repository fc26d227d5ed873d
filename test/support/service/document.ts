import { contract, type OperationName } from "../../../src/api/contract/index.ts";
import type { Endpoint } from "../../../src/api/endpoint.ts";
import { isObject } from "../openapi/operations.ts";
import { listAnswerFields } from "./fields.ts";
import { describeRequest, describeResponse, type JsonSchema } from "./json-schema.ts";
import { type OperationText, operationTexts } from "./texts.ts";

/** `docs/service.openapi.json`: what a service that fits takes and answers. */
export function buildServiceDocument(): object {
  const rows = Object.entries(contract) as [OperationName, Endpoint][];
  const paths = Map.groupBy(rows, ([, { path }]) => path);
  return {
    openapi: "3.1.0",
    info: {
      title: "What Workspace Bot assumes of a workspace service",
      version: "2.0.0",
      description:
        "Made from the bot's contract with `npm run docs`; `docs/service.md` explains it. Required is what the bot can't read an answer, or a record of it, without. Fields that aren't named here are ignored. An optional field may be `null`. Where ids may be integers and counts booleans, the interface has strings and numbers; the bot reads both. Of dates, only the documented form is described; the bot reads any form of ISO 8601.",
    },
    servers: [{ url: "https://workspace.example.com/api", description: "WORKSPACE_API_URL" }],
    security: [{ key: [] }],
    paths: Object.fromEntries(
      [...paths].map(([path, operations]) => [
        path,
        Object.fromEntries(
          operations.map(([name, row]) => [row.method.toLowerCase(), describeOperation(name, row)]),
        ),
      ]),
    ),
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "A workspace key. The bot sends it as it is." },
      },
      schemas: { Error: errorBody },
      responses: {
        Refused: {
          description: "The service's reason, which people are shown. A body in another form is normal.",
          headers: {
            "Retry-After": { ...header("Seconds, or an HTTP date."), schema: { type: ["string", "number"] } },
          },
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      },
    },
  };
}

/** The texts that the bot looks for; the first one found counts. */
const errorBody: JsonSchema = {
  type: "object",
  properties: {
    message: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
    errors: { type: "array", items: { type: "object", properties: { message: { type: "string" } } } },
    error: { type: "string" },
  },
};

const header = (description: string) => ({ description, required: false });
const limitHeaders = {
  "X-Ratelimit-Limit": {
    ...header("How many requests this key has in a minute. Without it, 100."),
    schema: { type: "integer", minimum: 1 },
  },
  "X-Ratelimit-Reset": {
    ...header("Seconds until that minute is over. Without it, 60."),
    schema: { type: "number", minimum: 0 },
  },
};

function describeOperation(operationId: OperationName, row: Endpoint): object {
  const { use, note } = operationTexts[operationId];
  const json = (schema: JsonSchema) => ({ content: { "application/json": { schema } } });
  return {
    operationId,
    description: [use, note].filter((text) => text !== undefined).join("\n\n"),
    parameters: [
      ...Object.entries(row.params.shape).map(([name, schema]) => ({
        name,
        in: "path",
        required: true,
        schema: describeRequest(schema),
      })),
      ...Object.entries(row.query?.shape ?? {}).map(([name, schema]) => ({
        name,
        in: "query",
        required: false,
        description: `Its name is the setting WORKSPACE_QUERY_${name.toUpperCase()}.`,
        schema: describeRequest(schema),
      })),
    ],
    ...(row.body === undefined
      ? {}
      : { requestBody: { required: true, ...json(describeRequest(row.body)) } }),
    responses: {
      200: {
        description: "Done.",
        headers: limitHeaders,
        ...json(withTexts(row, operationTexts[operationId])),
      },
      default: { $ref: "#/components/responses/Refused" },
    },
  };
}

/** The answer's schema, with what each field is for. @throws Error if a field has no text, or a text no field */
function withTexts({ response }: Endpoint, { fields }: OperationText): JsonSchema {
  const schema = describeResponse(response);
  const known = listAnswerFields(response).map(({ path }) => path);
  const wrong = [...new Set(known).symmetricDifference(new Set(Object.keys(fields)))];
  if (wrong.length > 0) throw new Error(`texts.ts and the contract differ about ${wrong.join(", ")}`);
  for (const [path, description] of Object.entries(fields)) {
    const place = findField(schema.type === "array" ? schema.items : schema, path.split("."));
    if (place === undefined) throw new Error(`the schema has no ${path}`);
    Object.assign(place, { description });
  }
  return schema;
}

function findField(schema: unknown, [name = "", ...rest]: readonly string[]): object | undefined {
  const properties = isObject(schema) ? schema["properties"] : undefined;
  const field = isObject(properties) ? properties[name.replace("[]", "")] : undefined;
  if (!isObject(field)) return undefined;
  return rest.length === 0 ? field : findField(name.endsWith("[]") ? field["items"] : field, rest);
}
