import type { JobTools } from "../../jobs/job.ts";
import { withKeptPicture, withPicture } from "../../pictures/attach.ts";
import type { Reply } from "../../ui/reply.ts";
import type { Board } from "../boards/board.ts";

type Shown = Extract<Board, { readonly message: Reply }>;

/** A board's message with its picture, or without if it can't be drawn. */
export async function drawBoard({ message, picture }: Shown, { ctx }: JobTools): Promise<Reply> {
  const file = picture && (await ctx.pictures.draw(picture));
  return file === undefined ? message : withPicture(message, file);
}

/** The message for a post that already shows the current picture. */
export function keepPicture({ message, picture }: Shown): Reply {
  return picture === undefined ? message : withKeptPicture(message, picture);
}

/** False if the picture couldn't be drawn this time; the next check tries again. */
export function isDrawn({ picture, message }: Shown, { files = [], keepsFiles }: Reply): boolean {
  return picture === undefined || files.length > (message.files?.length ?? 0) || keepsFiles === true;
}
