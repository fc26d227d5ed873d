import { z } from "zod";
import { defineFeature } from "../../src/feature.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { UnfixableError, UserError } from "../../src/errors.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import { readNames } from "../../src/ui/people.ts";
import { canBeInButton, definePagedList } from "../kit/paged-list.ts";
import { defineReadOn } from "../kit/read-on.ts";
import { readGuildZone } from "../kit/zone-option.ts";
import {
  renderComment,
  renderComments,
  renderWholeComment,
  commentDeletionFacts,
  renderCommentDeletionPreview,
} from "./render-comments.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { shorten } from "../kit/audit-words.ts";
import { describeAbsence } from "../../src/ui/left-out.ts";
import type { BanComment } from "../../src/api/contract/bans.ts";
import type { CallOptions } from "../../src/api/client.ts";
import { ApiError } from "../../src/api/errors.ts";
import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import type { LinkedContext, WritableContext } from "../../src/interactions/handler-context.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import { parseEpochMs } from "../../src/ui/time.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { findListed } from "../kit/find-listed.ts";
import { text } from "../kit/options.ts";
import { defineDeletion } from "../kit/deletion.ts";
import { describeNotDone, nothingShown } from "../kit/resolve-person.ts";

const banOption = () => text("The ban: its id, or a link to its page").max(500).required().map(readBanId);

/**
 * The id of a ban, from a link or as typed.
 * @throws UserError if no ban could have it
 */
function readBanId(typed: string): string {
  const id = readServiceId(typed, idKinds.ban);
  if (id !== undefined) return id;
  throw new UserError(
    "`ban` must be a ban's id or a link to its page in the workspace. An id looks like `64f1c0ffee64f1c0ffee64f1`.",
  );
}

/**
 * The comments on a ban, oldest first: they are read as a conversation.
 * @throws UserError if the key may not read bans, or there is no such ban
 */
async function readComments(banId: string, ctx: LinkedContext): Promise<readonly BanComment[]> {
  return (await fetchComments(banId, ctx)).toSorted(
    (a, b) => (parseEpochMs(a.createdAt) ?? 0) - (parseEpochMs(b.createdAt) ?? 0),
  );
}

async function fetchComments(
  banId: string,
  { api, workspaceId }: LinkedContext,
  notDone = nothingShown,
  options: CallOptions = {},
): Promise<readonly BanComment[]> {
  try {
    return await api.listBanComments({ params: { workspaceId, banId } }, options);
  } catch (error) {
    throw toBanError(error, banId, notDone);
  }
}

/** One of the comments that the ban has at present, and all of them. */
function findComment(banId: string, commentId: string, ctx: LinkedContext, notDone = nothingShown) {
  return findListed(
    (options) => fetchComments(banId, ctx, notDone, options),
    (comments) => comments.find(({ _id }) => _id === commentId),
    ctx,
  );
}

/** Reading comments has its own refusals and texts. */
function toBanError(cause: unknown, banId: string, notDone: string): unknown {
  if (!(cause instanceof ApiError)) return cause;
  if (cause.failure === "forbidden")
    return new UnfixableError(
      `This server's key has no access to bans${describeNotDone(notDone)}. The service offers bans by invitation only: ask someone who manages the workspace whether it was invited.`,
      { cause },
    );
  if (cause.failure === "not-found")
    return new UserError(
      `The workspace has no ban with the id ${inlineCode(banId)}${describeNotDone(notDone)}. Check the id, or paste a link to the ban's page.`,
      { cause },
    );
  return cause;
}

const nothingDeleted = "nothing was deleted";

const Payload = z.object({ banId: z.string(), commentId: z.string(), before: z.string() });

interface CommentOfBan {
  readonly banId: string;
  readonly comment: BanComment;
}

const commentDeletion = defineDeletion({
  kind: "bans.delete",
  noun: "comment",
  payload: Payload,
  toPayload: ({ banId, comment }: CommentOfBan) => ({
    banId,
    commentId: comment._id,
    before: describeWhose(comment),
  }),
  listPeople: ({ comment }) => [comment.author],
  preview: ({ banId, comment }, ctx) => renderCommentDeletionPreview(banId, comment, ctx),
  async read({ banId, commentId }, ctx, options) {
    const comments = await fetchComments(banId, ctx, nothingDeleted, options);
    const comment = comments.find(({ _id }) => _id === commentId);
    return comment && { banId, comment };
  },
  getContent: ({ comment: { author, body, files, videos } }) => [author, body, files.length, videos.length],
  check: "Check `/bans`",
  getId: ({ commentId }) => commentId,
  send: ({ banId, commentId }, { api, workspaceId }) =>
    api.deleteBanComment({ params: { workspaceId, banId, commentId } }),
  facts: () => commentDeletionFacts,
});

/** @throws UserError if the ban has no such comment */
async function promptDeleteComment(banId: string, commentId: string, ctx: WritableContext): Promise<Reply> {
  const { list, found: comment } = await findComment(banId, commentId, ctx, nothingDeleted);
  if (comment === undefined)
    throw new UserError(
      `This ban has no comment with that id, so nothing was deleted. ${describeAbsence(ctx.service.leftOut(list), list.length)} See the current ones with ${ctx.commandMention("bans")}.`,
    );
  return commentDeletion.prompt({ banId, comment }, ctx);
}

/** For the audit log, which says whose comment was deleted, and never what it said: it was deleted to be gone. */
function describeWhose({ author = "unknown", createdAt = "unknown" }: BanComment): string {
  return `by ${author}, written ${createdAt}`;
}

const deleteId = defineCustomId("bans.ask", {
  banId: z.string().min(1),
  commentId: z.string().min(1),
});

/** Asks whether to delete a comment of the list; the list stays. */
const deleteButton = defineButton({
  id: deleteId,
  access: "manager",
  needs: "write",
  ack: "ephemeral",
  opensPreview: true,
  run: ({ banId, commentId }, ctx) => promptDeleteComment(banId, commentId, ctx),
});

const bansAudit = {
  "bans.delete": {
    label: "Delete a ban comment",
    done: "Deleted a ban comment",
    say: (is) => {
      const comment = shorten(is("before"));
      return ["deleted", "delete", joinParts(["a ban comment", comment && `“${comment}”`], ": ")];
    },
    brief: () => "a ban comment",
  },
} as const satisfies AuditActions;

const readOn = defineReadOn({
  name: "bans.on",
  about: { banId: z.string().min(1), commentId: z.string().min(1) },
  access: "manager",
  async find({ banId, commentId, part }, ctx) {
    const { found: comment } = await findComment(banId, commentId, ctx);
    return comment && { ...renderWholeComment(comment, await readNames([comment.author], ctx)), part };
  },
  gone: "This comment is gone",
  command: "bans",
});

const commentPages = definePagedList({
  name: "bans.comments",
  about: { banId: z.string().min(1) },
  access: "manager",
  needs: "link",
  async show({ banId, page }, ctx, ids) {
    const [found, zone = "UTC"] = await Promise.all([readComments(banId, ctx), readGuildZone(ctx)]);
    const names = await readNames(
      found.map(({ author }) => author),
      ctx,
    );
    return renderComments({ banId, comments: found, page, zone, ...ids }, renderContext(ctx, names));
  },
  async open(commentId, { banId }, ctx) {
    const { found: comment } = await findComment(banId, commentId, ctx);
    if (comment === undefined)
      throw new UserError(
        `This comment is gone, so there's nothing to read. See the current ones with ${ctx.commandMention("bans")}.`,
      );
    // Longer ids than the workspace is known to have don't fit into a button.
    const ids =
      canBeInButton(banId) && canBeInButton(commentId)
        ? {
            createReadId: (part: number) => readOn.createId({ banId, commentId, part }),
            deleteId: deleteId.encode({ banId, commentId }),
          }
        : undefined;
    return renderComment(comment, ids, renderContext(ctx, await readNames([comment.author], ctx)));
  },
});

const bans = defineCommand({
  name: "bans",
  description: "Read the comments on a ban, and delete them",
  options: { ban: banOption() },
  access: "manager",
  purpose: "read the comments on bans",
  needs: "link",
  ack: "ephemeral",
  dependsOn: ["listBanComments"],
  operations: ["listBanComments", "deleteBanComment"],
  components: [...commentPages.components, readOn.button, deleteButton, ...commentDeletion.components],
  run: ({ options }, ctx) => commentPages.show({ banId: options.ban, page: 0 }, ctx),
});

export const bansFeature = defineFeature({ commands: [bans], audit: bansAudit });
