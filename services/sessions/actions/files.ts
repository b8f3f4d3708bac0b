import type pg from "pg";
import type { Action } from "../../../shared/bus/calls.ts";
import type { UploadLimits } from "../../../shared/domain/questions/question.ts";
import type { FileQuery } from "../../../shared/domain/shapes/files.ts";
import { conflict, forbidden, invalid, notFound, notOwner } from "../../../shared/platform/errors.ts";
import { isValidLink } from "../../../shared/platform/files/link.ts";
import { linkKeys } from "../../../shared/platform/files/linkKeys.ts";
import type { Quotas } from "../quotas.ts";
import { readSession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import * as store from "../store/files.ts";
import { withSession } from "../store/locks.ts";
import { addUploadedBytes, uploadedBytes } from "../store/quotas.ts";
import { loadMany, type SessionState } from "../store/sessions.ts";
import type { CompiledVersion } from "../versions.ts";

const mebibyte = 2 ** 20;

/**
 * The first half of an upload (decisions §5): may this node take one more file, and what kind? Its bytes go to the store
 * past the bus, and `commitFile` makes it one that an answer can name. Safe to send again: the gateway makes the file's id.
 */
export const reserveFile: Action<"sessions.reserveFile", SessionsService> = {
  params: { session_id: "uuid", file_id: "uuid", url: "string", query: "object" },
  async handler(ctx) {
    const { database, respondents, quotas } = this;
    const { session_id: sessionId, file_id: id, url, query } = ctx.params;
    const { version_id: versionId, form_id: formId } = await readSession(respondents, sessionId);
    const limits = limitsOf(await respondents.versions.get(versionId), query.node_id);
    const key = `${sessionId}/${id}`;
    if ((await uploadedBytes(database.pool, formId)) >= quotas.uploadLimit) throw uploadsUsedUp();
    const file = { id, sessionId, formId, nodeId: query.node_id, url, key, now: new Date() };
    await withSession(database.pool, { sessionId }, ctx, (client) => reserve(client, file, limits));
    respondents.warm.delete(sessionId);
    return { id, key, max_bytes: Math.floor(limits.maxSizeMb * mebibyte), accept: [...limits.accept] };
  },
};

async function reserve(client: pg.PoolClient, file: store.NewFile, { maxFiles }: UploadLimits): Promise<null> {
  const [state] = await loadMany(client, [file.sessionId]);
  if (!state) throw notFound("session");
  refuseUnlessOpen(state, file.nodeId);
  const others = await store.countOtherFiles(client, file);
  if (others >= maxFiles)
    throw conflict(`This question accepts at most ${maxFiles} files: remove one before you upload another.`);
  await store.insertFile(client, file);
  await store.touchSession(client, file.sessionId, file.now);
  return null;
}

function limitsOf({ compiled }: CompiledVersion, nodeId: string): UploadLimits {
  const question = compiled.nodes.get(nodeId)?.question;
  if (!question) throw invalid(["node_id: no such node"]);
  if (!question.uploads) throw invalid(["node_id: this node is not a file_upload question"]);
  return question.uploads;
}

function refuseUnlessOpen({ status, current_node_id, visits }: SessionState, nodeId: string): void {
  const isOnPath = current_node_id === nodeId || visits.some((visit) => visit.node_id === nodeId);
  if (status === "completed") throw conflict("This session is completed; it takes no more files.", { current_node_id });
  if (!isOnPath) {
    const detail = "The session has not reached this node yet; it is at the node in `current_node_id`.";
    throw conflict(detail, { current_node_id });
  }
}

/** The second half: the bytes are stored. 404 where the session was erased meanwhile. Safe to send again. */
export const commitFile: Action<"sessions.commitFile", SessionsService> = {
  params: { id: "uuid", name: "string", size: "number", content_type: "string" },
  async handler(ctx) {
    const { database, respondents, quotas } = this;
    const { id, name, size, content_type: contentType } = ctx.params;
    const now = new Date();
    const sessionId = await store.sessionOfFile(database.pool, id);
    if (!sessionId) throw notFound("session");
    const file = await withSession(database.pool, { sessionId }, ctx, async (client) => {
      await store.touchSession(client, sessionId, now);
      const committed = await store.commitFile(client, id, { name, size, contentType }, now);
      if (committed?.is_new && committed.form_id) await countBytes(client, quotas, committed.form_id, size, now);
      return committed;
    });
    if (!file) throw notFound("session");
    respondents.warm.delete(file.session_id);
    return { url: file.url, name: file.name, size: file.size, content_type: file.content_type };
  },
};

/** 409 if the form's files are too many bytes with this one. */
async function countBytes(client: pg.PoolClient, quotas: Quotas, formId: string, size: number, now: Date) {
  const bytes = await addUploadedBytes(client, formId, size, quotas.uploadLimit);
  if (bytes === null) throw uploadsUsedUp();
  quotas.noteUploads(formId, bytes, now);
}

const uploadsUsedUp = () =>
  conflict("This form has no space left for files. Its owner can free space by deleting responses.");

/** An upload that is still coming in keeps its place. */
export const renewFile: Action<"sessions.renewFile", SessionsService> = {
  params: { id: "uuid" },
  async handler(ctx) {
    await store.renewFile(this.database.pool, ctx.params.id, new Date());
    return null;
  },
};

/** An upload that came to nothing gives its place back at once. */
export const releaseFile: Action<"sessions.releaseFile", SessionsService> = {
  params: { id: "uuid" },
  async handler(ctx) {
    await store.releaseFile(this.database.pool, ctx.params.id);
    return null;
  },
};

/** A respondent takes a file back, to upload another; one that an answer names stays: 409. */
export const removeFile: Action<"sessions.removeFile", SessionsService> = {
  params: { session_id: "uuid", id: "uuid" },
  async handler(ctx) {
    const { database, respondents, removeFilesOf } = this;
    const { session_id: sessionId, id } = ctx.params;
    const now = new Date();
    const { isNamed } = await withSession(database.pool, { sessionId }, ctx, async (client) => {
      await store.touchSession(client, sessionId, now);
      return store.deleteUnnamed(client, sessionId, id, now);
    });
    if (isNamed) throw conflict("This file is part of an answer: change the answer first.");
    respondents.warm.delete(sessionId);
    await removeFilesOf(sessionId);
    return null;
  },
};

/** Where a file's bytes are, for its owner or for whoever has a signed link to it (decisions §5). */
export const openFile: Action<"sessions.openFile", SessionsService> = {
  params: { caller: { type: "object", nullable: true }, id: "uuid", query: "object" },
  async handler(ctx) {
    const { caller, id, query } = ctx.params;
    if (!caller) refuseBadLink(id, query);
    const file = await store.findFile(this.database.pool, id);
    if (!file) throw notFound("file");
    if (caller && file.account_id !== caller.account_id) throw notOwner("file");
    return { key: file.key, name: file.name, size: file.size, content_type: file.content_type };
  },
};

function refuseBadLink(id: string, { expires = 0, signature = "" }: FileQuery): void {
  const now = Math.floor(Date.now() / 1000);
  const isValid = linkKeys().some((key) => isValidLink({ id, expires, signature }, now, key));
  if (!isValid)
    throw forbidden("This link is wrong or has expired. The form's owner can open the file when signed in.");
}
