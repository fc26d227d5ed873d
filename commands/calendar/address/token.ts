import { createHash } from "node:crypto";

/** The part of an address that makes it private: 128 random bits, as `newId` gives them. */
const form = /^[\w-]{22}$/;
const extension = ".ics";

/** Some calendar apps only accept an address that ends like a file. */
export function buildAddress(publicUrl: string, token: string): string {
  return `${publicUrl}${calendarPath}${token}${extension}`;
}

export const calendarPath = "/calendar/";

/** The token in a request's path; `undefined` if there is none. */
export function parseToken(path: string): string | undefined {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const token = file.endsWith(extension) ? file.slice(0, -extension.length) : file;
  return form.test(token) ? token : undefined;
}

/** What is stored. So many random bits need no slow hash, and how long a look-up takes says nothing about the token. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Of what is served. With the token in it, nobody who reads the database can try what it might have been. */
export function digestFeed(token: string, text: string): string {
  return createHash("sha256").update(`${token}\n${text}`).digest("base64url");
}
