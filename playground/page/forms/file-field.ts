import { useState } from "preact/hooks";
import type { APIFileUploadComponent } from "discord-api-types/v10";
import type { PageUpload } from "../../discord/page-types.ts";
import { html, type View } from "../html.ts";
import { formatBytes } from "../messages/attachments.ts";
import { useSession } from "../session.ts";
import type { FieldIds, FieldValue } from "./field-list.ts";

interface FileFieldProps {
  readonly field: APIFileUploadComponent;
  readonly ids: FieldIds;
  readonly onChange: (value: FieldValue) => void;
}

export function FileField({ field, ids, onChange }: FileFieldProps): View {
  const { upload } = useSession();
  const [taken, setTaken] = useState<readonly PageUpload[]>([]);
  const [trouble, setTrouble] = useState("");
  const take = async ({ target }: Event): Promise<void> => {
    if (!(target instanceof HTMLInputElement)) return;
    setTrouble("");
    try {
      const uploads = await Promise.all([...(target.files ?? [])].map((file) => upload(file)));
      setTaken(uploads);
      onChange(uploads.map(({ uploadId }) => ({ uploadId })));
    } catch {
      setTrouble("That file can't be used. Try another one.");
    }
  };
  return html`<div class="file-field">
    <input
      id=${ids.field}
      type="file"
      multiple=${(field.max_values ?? 1) > 1}
      aria-describedby=${ids.describedBy}
      onChange=${(event: Event) => void take(event)}
    />
    ${taken.map(({ attachment }) => html`<p class="form-help">${attachment.filename}, ${formatBytes(attachment.size)}</p>`)}
    ${trouble === "" ? null : html`<p class="failure" role="alert">${trouble}</p>`}
  </div>`;
}
