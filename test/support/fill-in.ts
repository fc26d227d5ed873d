import { ComponentType } from "discord-api-types/v10";
import type { FormInput, SeenField, SeenForm, Upload } from "../../playground/discord/member-types.ts";

/** One transparent pixel. */
export const onePixel: Upload = {
  name: "pixel.png",
  data: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  ),
};

/**
 * What a person would send off: what is known of a field, else what is in it, else the first that fits where something
 * is required.
 * @param text what goes into an empty field for text that is required
 * @throws Error for a required field that this leaves empty
 */
export function fillIn(
  form: Pick<SeenForm, "title" | "fields">,
  known: Readonly<Record<string, FormInput>> = {},
  text = "something",
): Readonly<Record<string, FormInput>> {
  return Object.fromEntries(
    form.fields.flatMap((field) => {
      const value = known[field.customId] ?? presetIn(field, text);
      if (field.required && (value === undefined || value === ""))
        throw new Error(`nothing is known to put into ${field.customId} of ${form.title}`);
      return value === undefined ? [] : [[field.customId, value]];
    }),
  );
}

function presetIn({ type, value, required, options }: SeenField, text: string): FormInput | undefined {
  if (type === ComponentType.TextInput) return value ?? (required ? text : "");
  if (type === ComponentType.FileUpload) return required ? [onePixel] : undefined;
  const preset = chosen(options, required);
  return type === ComponentType.RadioGroup ? preset?.[0] : preset;
}

function chosen(options: SeenField["options"], required: boolean): readonly string[] | undefined {
  const preset = options.filter((option) => option.default);
  const [first] = options;
  if (preset.length > 0) return preset.map(({ value }) => value);
  return required && first !== undefined ? [first.value] : undefined;
}
