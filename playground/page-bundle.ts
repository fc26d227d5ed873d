import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";

/*
 * Joins the page's modules into one, in memory, as they are asked for. Sent one by one they are half as large
 * again and cost sixty requests. Each module becomes a function that returns what it exports, so names never
 * meet; that takes the plain forms of import and export that the page keeps to, and no circles.
 */

const importPattern = /^import\s+([\w$]+|\{[^}]*\})\s+from\s+"([^"]+)";/gm;
const exportPattern = /^export ((?:async )?function|const|class) ([\w$]+)/gm;
const unsupported = /^(?:import|export)\b/m;

/** What a source is without its types, by the source: only an edited file has to be stripped again. */
const stripped = new Map<string, string>();

function stripTypes(source: string): string {
  const code = stripped.get(source) ?? stripTypeScriptTypes(source);
  stripped.set(source, code);
  return code;
}

export async function bundlePage(entry: URL): Promise<string> {
  const order: string[] = [];
  const bodies = new Map<string, string>();
  const libraries = new Map<string, string>();

  const visit = async (url: URL): Promise<void> => {
    if (bodies.has(url.href)) return;
    bodies.set(url.href, "");
    const source = stripTypes(await readFile(url, "utf8"));
    for (const [, , from = ""] of source.matchAll(importPattern)) {
      if (from.startsWith(".")) await visit(new URL(from, url));
      else libraries.set(from, nameOf(from));
    }
    const inner = source.replace(importPattern, (_, names: string, from: string) => {
      const wanted = names.startsWith("{")
        ? names.replace(/\bas\b/g, ":").replace(/(\w)\s+:/g, "$1:")
        : `{ default: ${names} }`;
      return `const ${wanted} = ${from.startsWith(".") ? nameOf(new URL(from, url).pathname) : nameOf(from)};`;
    });
    const exported = [...inner.matchAll(exportPattern)].map(([, , name]) => name);
    const body = inner.replace(exportPattern, "$1 $2");
    if (unsupported.test(body))
      throw new Error(`${url.pathname} has an import or export that cannot be joined`);
    const returned = `return { ${exported.join(", ")} };`;
    bodies.set(url.href, `const ${nameOf(url.pathname)} = (() => {\n${lean(body)}\n${returned}\n})();`);
    order.push(url.href);
  };

  await visit(entry);
  const imports = [...libraries].map(([from, name]) => `import * as ${name} from "${from}";`);
  return [...imports, ...order.map((href) => bodies.get(href) ?? "")].join("\n");
}

/** A name for a module's exports, the same wherever it is imported. */
function nameOf(path: string): string {
  return `$${path.replace(/^.*\/page\//, "").replace(/\W/g, "_")}`;
}

/** Without comments and indentation: people read the sources. */
function lean(code: string): string {
  return code
    .replace(/^[ \t]*\/\*\*.*?\*\/[ \t]*$/gms, "")
    .replace(/^[ \t]*\/\/.*$/gm, "")
    .replace(/[ \t]{2,}/g, " ")
    .replace(/^[ \t]+|[ \t]+$/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
}
