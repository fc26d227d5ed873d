import type { BanComment } from "../../src/api/contract/bans.ts";
import { webAddress } from "../../src/text/embed.ts";
import { inert } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { fitLines } from "../shared/lines.ts";

/** Files and videos as links, a line each; addresses that nobody should follow are counted only. */
export function attachmentLines(
  { files, videos }: Pick<BanComment, "files" | "videos">,
  maxLength: number,
): string {
  const lines = [
    ...files.map((address, index) => line("📎", `File ${index + 1}`, address)),
    ...videos.map((address, index) => line("🎬", `Video ${index + 1}`, address)),
  ];
  return fitLines(lines, maxLength, (count) => `… and ${counted(count, "more address", "more addresses")}`);
}

function line(mark: string, name: string, address: string): string {
  const link = safeLink(address);
  return link === undefined
    ? `${mark} ${name} · not a web address that I can show`
    : `${mark} [${name}](${link.href}) · ${inert(link.host, 60)}`;
}

/** Where a link leads stands beside it, so an address may not hide that behind a name and password. */
function safeLink(address: string): { readonly href: string; readonly host: string } | undefined {
  const href = webAddress(address);
  if (href === undefined) return undefined;
  const { username, password, host } = new URL(href);
  if (username !== "" || password !== "" || host.startsWith("[")) return undefined;
  return { href: href.replace(/[()<>[\]\\`*~|@]/g, percentEncoded), host };
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
