import type { JobTools } from "../../jobs/job.ts";
import { withKeptPicture, withPicture } from "../../pictures/attach.ts";
import type { Reply } from "../../ui/reply.ts";
import type { Board } from "../boards/board.ts";

type Shown = Extract<Board, { readonly message: Reply }>;

/** The message of a board with its picture, or without where it can't be drawn. */
export async function drawBoard({ message, picture }: Shown, { ctx }: JobTools): Promise<Reply> {
  const file = picture && (await ctx.pictures.draw(picture));
  return file === undefined ? message : withPicture(message, file);
}

/** The same for a message that shows all of it already but its moments. */
export function keepPicture({ message, picture }: Shown): Reply {
  return picture === undefined ? message : withKeptPicture(message, picture);
}

/** What a board couldn't be drawn for now is tried again at the next look. */
export function isDrawn({ picture, message }: Shown, { files = [], keepsFiles }: Reply): boolean {
  return picture === undefined || files.length > (message.files?.length ?? 0) || keepsFiles === true;
}
