import type { PageRefusal } from "../discord/page-types.ts";

/** What the emulator would not let this person do, in its own words, with the option or field at fault. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly field: string | undefined;

  constructor({ message, field }: PageRefusal) {
    super(message);
    this.field = field;
  }
}

export interface Api {
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body: unknown): Promise<Answer>;
  upload<Answer>(path: string, file: File): Promise<Answer>;
}

/** Talks to the emulator as one person. `as` may be unknown until the first answer names the members. */
export function createApi(as: () => string | undefined): Api {
  const call = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
    const address = new URL(path, location.origin);
    const discordUserId = as();
    if (discordUserId !== undefined) address.searchParams.set("as", discordUserId);
    const response = await fetch(address, init);
    if (!response.ok) throw new Refused(await parseRefusal(response));
    // The emulator's answers are typed on its side of the same repository.
    return (response.status === 204 ? undefined : await response.json()) as Answer;
  };
  return {
    get: (path) => call(path),
    post: (path, body) =>
      call(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    upload(path, file) {
      const body = new FormData();
      body.set("file", file);
      return call(path, { method: "POST", body });
    },
  };
}

async function parseRefusal(response: Response): Promise<PageRefusal> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === "object" && body !== null && "message" in body && typeof body.message === "string") {
    const field = "field" in body && typeof body.field === "string" ? body.field : undefined;
    return { message: body.message, ...(field === undefined ? {} : { field }) };
  }
  return { message: "The playground didn't accept that. Nothing was sent." };
}
