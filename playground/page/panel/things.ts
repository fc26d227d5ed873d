import type { IdToUse, LinkableWorkspace } from "../../page-api/things.ts";
import { html, type View } from "../html.ts";
import { useSession } from "../session.ts";
import { useStore } from "../store.ts";

/** What a person types where a command asks for an id or a key, ready to be copied. */
export function Things(): View {
  const { store } = useSession();
  const { ids, workspaces } = useStore(store, (model) => model.things);
  return html`${
    ids.length === 0
      ? null
      : html`<section aria-label="Ids to use">
          <h3>Ids to use</h3>
          <p class="switches-about">For commands that ask for an id only the workspace shows.</p>
          <dl class="linkable">${ids.map((each) => html`<${Id} key=${each.id} each=${each} />`)}</dl>
        </section>`
  }
  ${
    workspaces.length === 0
      ? null
      : html`<section aria-label="Workspaces to link">
          <h3>Workspaces to link</h3>
          <p class="switches-about">For /link set. The keys only work in this playground.</p>
          ${workspaces.map(
            (workspace) => html`<${Linkable} key=${workspace.workspaceId} workspace=${workspace} />`,
          )}
        </section>`
  }`;
}

function Id({ each: { what, id, command } }: { readonly each: IdToUse }): View {
  return html`<dt>${what}, for <span class="id-command">/${command}</span></dt>
    <dd><${Copyable} what=${`id for /${command}`} text=${id} /></dd>`;
}

function Linkable({ workspace }: { readonly workspace: LinkableWorkspace }): View {
  const { name, workspaceId, key } = workspace;
  return html`<dl class="linkable">
    <dt>Name</dt>
    <dd>${name}</dd>
    <dt>Workspace id</dt>
    <dd><${Copyable} what=${`workspace id of ${name}`} text=${workspaceId} /></dd>
    <dt>Key</dt>
    <dd><${Copyable} what=${`key of ${name}`} text=${key} /></dd>
  </dl>`;
}

function Copyable({ what, text }: { readonly what: string; readonly text: string }): View {
  const { store } = useSession();
  const copy = async (): Promise<void> => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    store.set({
      announcement: isCopied ? `Copied: ${what}.` : `Couldn't copy: select the ${what} and copy it by hand.`,
    });
  };
  return html`<code>${text}</code>
    <button type="button" class="text-button" aria-label=${`Copy the ${what}`} onClick=${() => void copy()}>
      Copy
    </button>`;
}
