import type { TaskboardAction } from "../../src/api/contract/taskboard.ts";
import { plain } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { joined } from "../shared/lines.ts";

/** Actions have no name of their own: what triggers them stands for one. */
export function actionName({ _id, triggers }: TaskboardAction): string {
  const [first, ...more] = triggers;
  const name = first && plain(first.name || first.type || "", 60);
  if (!name) return `Action ${plain(_id, 40)}`;
  const group = plain(first.group ?? "", 20);
  return joined([name, group, more.length > 0 && `and ${counted(more.length, "more trigger")}`]);
}
