import type { z } from "zod";
import { contract, type OperationName } from "../../../src/api/contract/index.ts";
import { getForms, getListElement, readFieldForm } from "../../../src/api/contract/fields.ts";
import { getElement } from "../../../src/api/contract/records.ts";
import type { Endpoint } from "../../../src/api/endpoint.ts";
import { type DescribedField, listAnswerFields } from "./fields.ts";
import { describeRequest, describeResponse } from "./json-schema.ts";
import { operationTexts } from "./texts.ts";

/** The part of `docs/service.md` about the operations, in Markdown. */
export function describeOperations(): string {
  const rows = Object.entries(contract) as [OperationName, Endpoint][];
  return rows.map(([name, row]) => describeOperation(name, row).join("\n")).join("\n\n");
}

function describeOperation(name: OperationName, row: Endpoint): readonly string[] {
  const { use, note, fields } = operationTexts[name];
  const described = listAnswerFields(row.response);
  return [
    `### ${name}`,
    "",
    `\`${row.method} ${row.path}\``,
    "",
    use,
    ...(row.body === undefined ? [] : ["", `It sends ${describeSent(row.body)}.`]),
    ...(note === undefined ? [] : ["", note]),
    ...(described.length === 0
      ? []
      : [
          "",
          `The answer is ${getElement(row.response) === undefined ? "an object" : "a list of objects"}:`,
          "",
          "| Field | Type | Needed | What it is for |",
          "| --- | --- | --- | --- |",
          ...described.map((field) => describeField(field, fields[field.path] ?? "")),
        ]),
  ];
}

function describeField({ path, schema, mayBeMissing, costs }: DescribedField, text: string): string {
  const cells = [`\`${path}\``, formatType(schema), describeNeed(mayBeMissing, costs), text];
  return `| ${cells.join(" | ")} |`;
}

function describeNeed(mayBeMissing: boolean, costs: string | undefined): string {
  if (!mayBeMissing) return `needed for ${costs ?? "nothing"}`;
  return costs === undefined ? "optional" : `optional; of another type, it costs ${costs}`;
}

const jsonTypes: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "`true` or `false`",
  object: "object",
};

function formatType(schema: z.core.$ZodType): string {
  const element = getElement(schema) ?? getListElement(schema);
  if (element !== undefined) {
    const inner = formatType(readFieldForm(element).schema);
    return inner === "object" ? "list of objects" : `list of ${inner}s`;
  }
  const { form } = getForms(schema) ?? {};
  const { type, format } = form ?? describeResponse(schema);
  if (format === "date-time") return "date";
  return [type ?? []]
    .flat()
    .map((each) => jsonTypes[each] ?? each)
    .join(" or ");
}

function describeSent(body: z.ZodType): string {
  const { properties = {}, required = [] } = describeRequest(body);
  const names = Object.keys(properties);
  const [always, maybe] = [true, false].map((is) =>
    names
      .filter((name) => required.includes(name) === is)
      .map((name) => `\`${name}\``)
      .join(", "),
  );
  if (maybe === "") return `${always}`;
  return always === "" ? `whichever of ${maybe} is set` : `${always}, and whichever of ${maybe} is set`;
}
