import type pg from "pg";
import { actorOf, formTarget } from "../../../shared/api/audit/entry.ts";
import { FileQuery } from "../../../shared/api/shapes/files.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import type { UploadLimits } from "../../../shared/domain/questions/question.ts";
import { checkAccess } from "../../../shared/platform/access.ts";
import { conflict, forbidden, invalid, notFound } from "../../../shared/platform/errors.ts";
import { isValidLink } from "../../../shared/platform/files/link.ts";
import { linkKeys } from "../../../shared/platform/files/linkKeys.ts";
import { auditAs } from "../audit.ts";
import { answeredElsewhere } from "../devices.ts";
import type { Quotas } from "../quotas.ts";
import { readSession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import * as store from "../store/files.ts";
import { withSession } from "../store/locks.ts";
import { addUploadedBytes, uploadedBytes } from "../store/quotas.ts";
import { loadOne, type SessionState } from "../store/sessions.ts";
import type { CompiledVersion } from "../versions.ts";

const mebibyte = 2 ** 20;

/**
 * First half of an upload (decisions §5): checks that the node accepts another file. The gateway stores the bytes
 * directly, then `commitFile` makes the file available to answers. Idempotent: the gateway chooses the id.
 */
export const reserveFile: Action<"sessions.reserveFile", SessionsService> = {
  params: {
    session_id: "uuid",
    file_id: "uuid",
    url: "string",
    query: "object",
    key: { type: "string", nullable: true, optional: true },
  },
  async handler(ctx) {
    const { database, respondents, quotas, removeFilesOf } = this;
    const { session_id: sessionId, file_id: id, url, query, key: deviceKey = null } = ctx.params;
    const { version_id: versionId, form_id: formId } = await readSession(respondents, sessionId);
    const version = await respondents.versions.get(versionId);
    const limits = limitsOf(version, query.node_id);
    const key = `${sessionId}/${id}`;
    if ((await uploadedBytes(database.pool, formId)) >= quotas.uploadLimit) throw storageFull();
    const file = { id, sessionId, formId, nodeId: query.node_id, url, key, now: new Date() };
    const { hasRemoved } = await withSession(database.pool, { sessionId }, ctx, (client) =>
      reserve(client, file, { limits, version, deviceKey }),
    );
    respondents.warm.delete(sessionId);
    if (hasRemoved) await removeFilesOf(sessionId);
    const taken = { max_bytes: Math.floor(limits.maxSizeMb * mebibyte), accept: [...limits.accept] };
    return { id, key, ...taken, is_drawing: limits.isRedrawn };
  },
};

interface Uploading {
  limits: UploadLimits;
  version: CompiledVersion;
  /** made by the device (devices.ts) */
  deviceKey: string | null;
}

async function reserve(
  client: pg.PoolClient,
  file: store.NewFile,
  { limits: { maxFiles, isRedrawn }, version, deviceKey }: Uploading,
): Promise<{ hasRemoved: boolean }> {
  const state = await loadOne(client, file.sessionId);
  if (!state) throw notFound("session");
  refuseUnlessOpen(state, file.nodeId, version);
  if (answeredElsewhere(state, deviceKey).has(file.nodeId))
    throw conflict("Another device answered this question.", { current_node_id: state.current_node_id });
  // a drawing is made again while the answer still names the earlier one
  const mostFiles = isRedrawn ? maxFiles + 1 : maxFiles;
  const isFull = (await store.countOtherFiles(client, file)) >= mostFiles;
  // files that another device uploaded and didn't send aren't shown here, so they can't be removed by hand
  const isReplaced = isRedrawn || state.begun_by !== null;
  const hasRemoved = isFull && isReplaced && (await store.deleteOldestUnnamed(client, file));
  if (isFull && !hasRemoved)
    throw conflict(`This question accepts at most ${maxFiles} files. Remove one to upload another.`);
  await store.insertFile(client, file);
  await store.touchSession(client, file.sessionId, file.now);
  return { hasRemoved };
}

function limitsOf({ compiled }: CompiledVersion, nodeId: string): UploadLimits {
  const question = compiled.nodes.get(nodeId)?.question;
  if (!question) throw invalid(["node_id: node not found"]);
  if (!question.uploads) throw invalid(["node_id: must be a file_upload question"]);
  return question.uploads;
}

function refuseUnlessOpen(
  { status, current_node_id, visits }: SessionState,
  nodeId: string,
  { pages }: CompiledVersion,
): void {
  const page = pages.get(nodeId);
  // questions of a page are shown before the session reaches them
  const isShown = page !== undefined && pages.get(current_node_id) === page;
  const isOnPath = isShown || current_node_id === nodeId || visits.some((visit) => visit.node_id === nodeId);
  if (status === "completed")
    throw conflict("This session is completed. Start a new session to upload files.", { current_node_id });
  if (!isOnPath) {
    const detail = "The session hasn't reached this node. Answer `current_node_id` first.";
    throw conflict(detail, { current_node_id });
  }
}

const reservedFile = { id: "uuid", session_id: { type: "uuid", optional: true } } as const;

/** Second half: the bytes are stored. 404 if the session was erased in between. Idempotent. */
export const commitFile: Action<"sessions.commitFile", SessionsService> = {
  params: { ...reservedFile, name: "string", size: "number", content_type: "string" },
  async handler(ctx) {
    const { database, respondents, quotas } = this;
    const { id, name, size, content_type: contentType } = ctx.params;
    const now = new Date();
    const sessionId = ctx.params.session_id ?? (await store.sessionOfFile(database.pool, id));
    if (!sessionId) throw notFound("session");
    const file = await withSession(database.pool, { sessionId }, ctx, async (client) => {
      await store.touchSession(client, sessionId, now);
      const committed = await store.commitFile(client, { id, sessionId }, { name, size, contentType }, now);
      if (!committed) throw notFound("session");
      if (committed.is_new && committed.form_id) await countBytes(client, quotas, committed.form_id, size, now);
      return committed;
    });
    respondents.warm.delete(file.session_id);
    return { url: file.url, name: file.name, size: file.size, content_type: file.content_type };
  },
};

/** Throws 409 if this file exceeds the form's storage. */
async function countBytes(client: pg.PoolClient, quotas: Quotas, formId: string, size: number, now: Date) {
  const bytes = await addUploadedBytes(client, formId, size, quotas.uploadLimit);
  if (bytes === null) throw storageFull();
  quotas.noteUploads(formId, bytes, now);
}

const storageFull = () =>
  conflict("File storage for this form is full. The owner can delete responses to free up space.", {
    is_storage_full: true,
  });

/** Renews the reservation of an upload in progress. */
export const renewFile: Action<"sessions.renewFile", SessionsService> = {
  params: reservedFile,
  async handler(ctx) {
    await store.renewFile(this.database.pool, ctx.params, new Date());
    return null;
  },
};

/** Releases the reservation of a failed upload immediately. */
export const releaseFile: Action<"sessions.releaseFile", SessionsService> = {
  params: reservedFile,
  async handler(ctx) {
    await store.releaseFile(this.database.pool, ctx.params);
    return null;
  },
};

/** Deletes a file, so that the respondent can upload another. 409 if an answer uses it. */
export const removeFile: Action<"sessions.removeFile", SessionsService> = {
  params: { session_id: "uuid", id: "uuid" },
  async handler(ctx) {
    const { database, respondents, removeFilesOf } = this;
    const { session_id: sessionId, id } = ctx.params;
    await readSession(respondents, sessionId);
    const now = new Date();
    const { isNamed } = await withSession(database.pool, { sessionId }, ctx, async (client) => {
      await store.touchSession(client, sessionId, now);
      return store.deleteUnnamed(client, sessionId, id, now);
    });
    if (isNamed) throw conflict("An answer uses this file. Change the answer first.");
    respondents.warm.delete(sessionId);
    await removeFilesOf(sessionId);
    return null;
  },
};

/** Only the signed link is known of who opens it. */
const linkHolder = { type: "system", id: null, name: "Signed link" } as const;

/** Returns the storage key of a file, for its owner or for a signed link (decisions §5). */
export const openFile: Action<"sessions.openFile", SessionsService> = {
  params: { caller: { type: "object", nullable: true }, id: "uuid", query: queryRule(FileQuery) },
  async handler(ctx) {
    const { caller, id, query } = ctx.params;
    if (!caller) refuseBadLink(id, query);
    const file = await store.findFile(this.database.pool, id);
    if (!file) throw notFound("file");
    if (caller) checkAccess(caller, file, "file", { form_id: file.form_id });
    const acting = {
      account_id: file.account_id,
      actor: caller ? actorOf(caller) : linkHolder,
      origin: ctx.meta.origin,
    };
    const targets = [{ type: "file", id, name: null }, formTarget(file.form_id, null)];
    await auditAs(this.database.pool, acting, { action: "file.downloaded", targets });
    return { key: file.key, name: file.name, size: file.size, content_type: file.content_type };
  },
};

/** Returns the names of a session's files, for an email to its respondent. */
export const fileNames: Action<"sessions.fileNames", SessionsService> = {
  params: { session_id: "uuid" },
  async handler(ctx) {
    return { names: await store.fileNames(this.database.pool, ctx.params.session_id) };
  },
};

function refuseBadLink(id: string, { expires = 0, signature = "" }: FileQuery): void {
  const now = Math.floor(Date.now() / 1000);
  const isValid = linkKeys().some((key) => isValidLink({ id, expires, signature }, now, key));
  if (!isValid) throw forbidden("Invalid or expired link. The form's owner can sign in to open the file.");
}
