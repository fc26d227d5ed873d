import { render } from "preact";
import { html } from "./html.ts";
import { createSession } from "./create-session.ts";
import { SessionContext } from "./session.ts";
import { App } from "./shell/frame.ts";
import { restoreTheme } from "./shell/theme.ts";

restoreTheme();
const session = createSession(new URLSearchParams(location.search).get("as"));
const root = document.getElementById("root");
if (root !== null) render(html`<${SessionContext.Provider} value=${session}><${App} /><//>`, root);
void session.start();
