import { useLayoutEffect, useRef } from "preact/hooks";
import { html, type View } from "../html.ts";
import { Icon } from "../shell/icon.ts";
import { useSession } from "../session.ts";
import { useStore } from "../store.ts";

/** One picture over the whole page; Escape or a click beside it closes it. */
export function PictureView(): View {
  const { store } = useSession();
  const picture = useStore(store, (model) => model.picture);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (picture !== undefined) dialog.current?.showModal();
  }, [picture]);
  if (picture === undefined) return null;
  // The browser then gives the focus back to what opened it.
  const close = (): void => dialog.current?.close();
  return html`<dialog
    ref=${dialog}
    class="picture-view"
    aria-label="Picture"
    onClose=${() => store.set({ picture: undefined })}
    onClick=${close}
  >
    <img src=${picture.url} alt=${picture.alt} />
    ${picture.alt === "" ? null : html`<p>${picture.alt}</p>`}
    <button type="button" class="icon-button" aria-label="Close" onClick=${close}>
      <${Icon} name="close" />
    </button>
  </dialog>`;
}
