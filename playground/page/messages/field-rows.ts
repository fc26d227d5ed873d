import type { APIEmbedField } from "discord-api-types/v10";

export interface PlacedField {
  readonly field: APIEmbedField;
  /** Of twelve columns. */
  readonly span: 4 | 6 | 12;
}

/** Inline fields come in threes, a pair in halves; anything else takes the whole width. */
export function fieldRows(fields: readonly APIEmbedField[]): readonly PlacedField[] {
  const placed: PlacedField[] = [];
  let run: APIEmbedField[] = [];
  const endRun = (): void => {
    for (let start = 0; start < run.length; start += 3) {
      const row = run.slice(start, start + 3);
      const span = row.length === 3 ? 4 : row.length === 2 ? 6 : 12;
      placed.push(...row.map((field) => ({ field, span }) as const));
    }
    run = [];
  };
  for (const field of fields) {
    if (field.inline === true) {
      run.push(field);
    } else {
      endRun();
      placed.push({ field, span: 12 });
    }
  }
  endRun();
  return placed;
}
