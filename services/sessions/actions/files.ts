import type pg from "pg";
import { inTransaction } from "../../../shared/database/transaction.ts";
import { conflict, forbidden, invalid, notFound, notOwner } from "../../../shared/errors.ts";
import { isValidLink } from "../../../shared/files/link.ts";
import { linkKeys } from "../../../shared/files/linkKeys.ts";
import type { Action } from "../../../shared/moleculer.ts";
import type { FileQuery } from "../../../shared/shapes/files.ts";
import { readSession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import * as store from "../store/files.ts";
import { loadMany, type SessionState } from "../store/load.ts";
import type { CompiledVersion } from "../versions.ts";
import { takesFiles } from "../walk.ts";

const mebibyte = 2 ** 20;

interface UploadLimits {
  max_files: number;
  max_size_mb: number;
  accept: string[];
}

/**
 * The first half of an upload (decisions §5): may this node take one more file, and what kind? Its bytes go to the store
 * past the bus, and `commitFile` makes it one that an answer can name. Safe to send again: the gateway makes the file's id.
 */
export const reserveFile: Action<"sessions.reserveFile", SessionsService> = {
  params: { session_id: "uuid", file_id: "uuid", url: "string", query: "object" },
  async handler(ctx) {
    const { database, respondents } = this;
    const { session_id, file_id: id, url, query } = ctx.params;
    const { version_id } = await readSession(respondents, session_id);
    const limits = limitsOf(await respondents.versions.get(version_id), query.node_id);
    const key = `${session_id}/${id}`;
    const file = { id, session_id, node_id: query.node_id, url, key, now: new Date() };
    await inTransaction(database.pool, (client) => reserve(client, file, limits));
    respondents.warm.delete(session_id);
    return { id, key, max_bytes: Math.floor(limits.max_size_mb * mebibyte), accept: limits.accept };
  },
};

async function reserve(client: pg.PoolClient, file: store.NewFile, { max_files }: UploadLimits): Promise<void> {
  if (!(await store.lockSession(client, file.session_id))) throw notFound("session");
  const [state] = await loadMany(client, [file.session_id]);
  if (!state) throw notFound("session");
  refuseUnlessOpen(state, file.node_id);
  const others = await store.countOtherFiles(client, file);
  if (others >= max_files) throw conflict(`This question takes at most ${max_files} files.`);
  await store.insertFile(client, file);
  await store.touchSession(client, file.session_id, file.now);
}

function limitsOf({ compiled }: CompiledVersion, node_id: string): UploadLimits {
  const question = compiled.nodes.get(node_id)?.question;
  if (!question) throw invalid(["node_id: no such node"]);
  if (!takesFiles(question)) throw invalid(["node_id: this node takes no files"]);
  return question.config as unknown as UploadLimits;
}

function refuseUnlessOpen({ status, current_node_id, visits }: SessionState, node_id: string): void {
  const isOnPath = current_node_id === node_id || visits.some((visit) => visit.node_id === node_id);
  if (status === "completed") throw conflict("This session is completed.", { current_node_id });
  if (!isOnPath) throw conflict("This session has not come to this node.", { current_node_id });
}

/** The second half: the bytes are stored. 404 where the session was erased meanwhile. Safe to send again. */
export const commitFile: Action<"sessions.commitFile", SessionsService> = {
  params: { id: "uuid", name: "string", size: "number", content_type: "string" },
  async handler(ctx) {
    const { database, respondents } = this;
    const { id, ...about } = ctx.params;
    const now = new Date();
    const file = await inTransaction(database.pool, async (client) => {
      const found = await store.sessionOfFile(client, id);
      if (!found || !(await store.lockSession(client, found))) return null;
      await store.touchSession(client, found, now);
      return store.commitFile(client, id, about, now);
    });
    if (!file) throw notFound("session");
    respondents.warm.delete(file.session_id);
    return { url: file.url, name: file.name, size: file.size, content_type: file.content_type };
  },
};

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
    const { session_id, id } = ctx.params;
    const now = new Date();
    const outcome = await inTransaction(database.pool, async (client) => {
      if (!(await store.lockSession(client, session_id))) throw notFound("session");
      await store.touchSession(client, session_id, now);
      return store.deleteUnnamed(client, session_id, id, now);
    });
    if (outcome === "named") throw conflict("An answer names this file: change the answer first.");
    respondents.warm.delete(session_id);
    await removeFilesOf(session_id);
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
  if (!isValid) throw forbidden("This link is not valid any more. Its owner can open the file without it.");
}
