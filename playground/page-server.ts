import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { Context, Hono } from "hono";
import { bundlePage } from "./page-bundle.ts";
import { pageLibraries, pageStyles } from "./page-files.ts";

interface Served {
  readonly body: string;
  readonly gzip: Uint8Array<ArrayBuffer>;
  readonly tag: string;
}

const scriptType = "text/javascript; charset=utf-8";
const importMap = JSON.stringify({ imports: pageLibraries });

const policy = [
  "default-src 'none'",
  // An import map can only be in the page itself; its hash admits it and nothing else.
  `script-src 'self' 'sha256-${createHash("sha256").update(importMap).digest("base64")}'`,
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob: data: http://127.0.0.1:*",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Mounts the playground's page at `/` and its five kinds of files under `/page/`. Everything is read on each
 * request, so an edited file shows after a reload; nothing is ever written.
 */
export function servePage(app: Hono): void {
  const cache = new Map<string, Served>();
  const serve = (path: string, type: string, read: () => Promise<string>): void => {
    app.get(path, async (context) => {
      const body = await read();
      const known = cache.get(path);
      const served = known?.body === body ? known : prepare(body);
      cache.set(path, served);
      return send(context, served, type);
    });
  };

  serve("/", "text/html; charset=utf-8", async () => fillIn(await readFile(pageUrl("index.html"), "utf8")));
  serve("/page/main.js", scriptType, () => bundlePage(pageUrl("main.ts")));
  serve("/page/main.css", "text/css; charset=utf-8", async () => {
    const styles = await Promise.all(pageStyles.map((name) => readFile(pageUrl(name), "utf8")));
    return styles.join("\n").replace(/^\s+/gm, "");
  });
  app.get("/page/twemoji.woff2", async (context) => {
    const font = await readFile(new URL(import.meta.resolve("twemoji-colr-font/twemoji.woff2")));
    const headers = { "content-type": "font/woff2", "cache-control": "max-age=86400" };
    return context.body(new Uint8Array(font), 200, { ...headers, "x-content-type-options": "nosniff" });
  });
  for (const [name, path] of Object.entries(pageLibraries)) {
    serve(path, scriptType, async () => {
      const code = await readFile(new URL(import.meta.resolve(name)), "utf8");
      return code.replace(/^\/\/# sourceMappingURL=.*$/m, "");
    });
  }
}

function prepare(body: string): Served {
  const tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return { body, gzip: new Uint8Array(gzipSync(body, { level: 9 })), tag };
}

function send(context: Context, { body, gzip, tag }: Served, type: string): Response {
  const headers: Record<string, string> = {
    "content-type": type,
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
    etag: tag,
    vary: "accept-encoding",
    ...(type.startsWith("text/html") && {
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
    }),
  };
  if (context.req.header("if-none-match") === tag) return new Response(null, { status: 304, headers });
  if (!(context.req.header("accept-encoding") ?? "").includes("gzip")) return new Response(body, { headers });
  return new Response(gzip, { headers: { ...headers, "content-encoding": "gzip" } });
}

/** Names every script in the page, so that the browser asks for all of them at once. */
function fillIn(template: string): string {
  const preloads = Object.values(pageLibraries).map((path) => `<link rel="modulepreload" href="${path}" />`);
  const map = `<script type="importmap">${importMap}</script>`;
  return template.replace("<!-- libraries -->", () => [map, ...preloads].join("\n    "));
}

function pageUrl(name: string): URL {
  return new URL(`../playground/page/${name}`, import.meta.url);
}
