import type { PageUploadReference } from "../page-types.ts";
import { PersonError, type Upload } from "../member-types.ts";

const maxKept = 50;

/** Files that the page sent ahead of a command or a form; the oldest go first. */
export class Uploads {
  readonly #kept = new Map<string, Upload>();
  #last = 0;

  keep(upload: Upload): string {
    this.#last += 1;
    const id = `upload-${this.#last}`;
    this.#kept.set(id, upload);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
    return id;
  }

  /** @throws PersonError when it is not there any more. */
  get({ uploadId }: PageUploadReference): Upload {
    const upload = this.#kept.get(uploadId);
    if (upload === undefined) throw new PersonError("Choose the file again.");
    return upload;
  }
}
