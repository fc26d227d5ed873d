import { z } from "zod";

interface AbsentDef extends z.core.$ZodTypeDef {
  readonly type: "custom";
  readonly inner: z.core.$ZodType;
  readonly standIn: () => unknown;
}
interface AbsentInternals<Out, In> extends z.core.$ZodTypeInternals<Out, In | null | undefined> {
  readonly def: AbsentDef;
  optin: "optional";
}
type ZodAbsent<Out, In> = z.ZodType<Out, In | null | undefined, AbsentInternals<Out, In>>;

/**
 * One step for what `nullish().transform()` does in four. Answers have hundreds of such fields, and the steps between
 * cost seven times as much as the reading itself.
 */
const Absent = z.core.$constructor<ZodAbsent<unknown, unknown>>("ZodAbsent", (schema, def) => {
  z.ZodType.init(schema, def);
  schema._zod.optin = "optional";
  schema._zod.parse = (payload, context) => {
    if (payload.value !== undefined && payload.value !== null) return def.inner._zod.run(payload, context);
    payload.value = def.standIn();
    return payload;
  };
});

/** A value of this schema, or `standIn` where there is none: the field is left out or `null`. */
export function orWhenAbsent<Schema extends z.ZodType, StandIn>(
  schema: Schema,
  standIn: () => StandIn,
): ZodAbsent<z.output<Schema> | StandIn, z.input<Schema>> {
  // What goes in and out is known by the two arguments alone.
  return new Absent({ type: "custom", inner: schema, standIn }) as ZodAbsent<
    z.output<Schema> | StandIn,
    z.input<Schema>
  >;
}
