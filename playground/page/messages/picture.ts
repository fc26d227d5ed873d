import { useState } from "preact/hooks";
import { html, type View } from "../html.ts";
import { useSession } from "../session.ts";

interface PictureProps {
  readonly url: string;
  readonly alt: string;
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  readonly className: string;
  readonly isSpoiler?: boolean | undefined;
}

/** A picture that opens large. Its room is kept while it loads, so that nothing below it jumps. */
export function PictureButton({ url, alt, width, height, className, isSpoiler = false }: PictureProps): View {
  const { store } = useSession();
  const [isBroken, setBroken] = useState(false);
  const [isHidden, setHidden] = useState(isSpoiler);
  const name = alt === "" ? "Picture without a description" : alt;
  if (isBroken || !/^(https?:|blob:|\/)/i.test(url)) {
    return html`<span
      class=${`picture picture-broken ${className}`}
      role="img"
      aria-label=${`${name}, not available`}
    >
      <span aria-hidden="true">Picture not available</span>
    </span>`;
  }
  const show = (): void => (isHidden ? setHidden(false) : store.set({ picture: { url, alt } }));
  const label = isHidden ? `Show hidden picture: ${name}` : `Open large: ${name}`;
  const ratio = width && height ? { "--ratio": `${String(width)} / ${String(height)}` } : undefined;
  return html`<button
    type="button"
    class=${`picture ${className} ${isHidden ? "picture-hidden" : ""}`}
    aria-label=${label}
    style=${ratio}
    onClick=${show}
  >
    <img
      src=${url}
      alt=${alt}
      width=${width ?? undefined}
      height=${height ?? undefined}
      loading="lazy"
      decoding="async"
      onError=${() => setBroken(true)}
    />
  </button>`;
}
