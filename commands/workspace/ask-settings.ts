import type { WorkspaceSettings } from "../../src/api/contract/workspace.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { settingsConfirmation } from "./confirm-settings.ts";
import { renderQuestion } from "./render-settings.ts";

export function askSettings(after: WorkspaceSettings, ctx: LinkedContext): Promise<Answer> {
  return settingsConfirmation.ask({ after }, renderQuestion(after), ctx);
}
