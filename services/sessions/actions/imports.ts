import { actorOf, formTarget } from "../../../shared/api/audit/entry.ts";
import { authorOf } from "../../../shared/api/author.ts";
import {
  DeleteImportQuery,
  ImportResponsesQuery,
  type ResponseImport,
  responseFileLimit,
} from "../../../shared/api/shapes/responseImports.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import type { FormReference } from "../../../shared/bus/contract.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { utcDay } from "../../../shared/domain/dates.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { untilDeadline } from "../../../shared/platform/database/untilDeadline.ts";
import { madeWork } from "../../../shared/platform/database/work.ts";
import { conflict, isProblem, notFound, tooManyRequests } from "../../../shared/platform/errors.ts";
import { audit } from "../audit.ts";
import { cancelLocked } from "../imports/cancel.ts";
import { type Asked, type Checked, checkFile } from "../imports/check.ts";
import { eraseInTime } from "../imports/erase.ts";
import { importsWork } from "../imports/run.ts";
import { importedPerDay, secondsUntilTomorrow } from "../quotas.ts";
import type { SessionsService } from "../service.ts";
import * as store from "../store/imports.ts";

/** First half of an import of responses (wants §25): reserves storage. Idempotent: the gateway chooses the id. */
export const reserveImport: Action<"sessions.reserveImport", SessionsService> = {
  params: { caller: "object", slug: "string", import_id: "uuid" },
  async handler(ctx) {
    const { caller, slug, import_id: id } = ctx.params;
    const { form_id: formId } = await ctx.call("forms.locate", { caller, slug });
    const key = `imports/${id}`;
    await store.insertReceiving(this.database.pool, { id, formId, key, now: new Date() });
    return { id, key, max_bytes: responseFileLimit, accept: [] };
  },
};

export const renewImport: Action<"sessions.renewImport", SessionsService> = {
  params: { id: "uuid" },
  async handler(ctx) {
    await store.renewReceiving(this.database.pool, ctx.params.id);
    return null;
  },
};

/** Forgets a failed upload. Its bytes are removed later. */
export const releaseImport: Action<"sessions.releaseImport", SessionsService> = {
  params: { id: "uuid" },
  async handler(ctx) {
    await store.giveUpReceiving(this.database.pool, ctx.params.id);
    return null;
  },
};

/** ms from the call until a check ends with 503, if the call has no deadline. Shorter than a lease. */
const patience = 60_000;
/** ms that a file waits for its check if an import of its form is under way: its own faults come first, but don't outlast others' files. */
const patienceBehind = 5_000;

/** Second half: checks the file that has arrived, and queues it unless it is a dry run. */
export const importResponses: Action<"sessions.importResponses", SessionsService> = {
  // files of one workspace that wait would keep those of others out
  bulkhead: { enabled: false },
  params: {
    caller: "object",
    slug: "string",
    id: "uuid",
    mapping: { type: "string", nullable: true },
    query: queryRule(ImportResponsesQuery),
  },
  async handler(ctx) {
    const { caller, slug, id, mapping, query } = ctx.params;
    const { pool } = this.database;
    const form = await ctx.call("forms.locate", { caller, slug });
    const file = await store.receivedImport(pool, form.form_id, id);
    if (!file) throw notFound("import");
    const options = { refusesInvalid: query.invalid === "refuse", refusesIncomplete: query.incomplete === "refuse" };
    const isDryRun = query.dry_run === true;
    try {
      await store.renewReceiving(pool, id);
      const asked = { accountId: caller.account_id, file, mapping, options, isDryRun };
      const checked = await checkInTime(this, asked, ctx.locals.deadline ?? Date.now() + patience);
      return isDryRun ? checked.check : await queue(this, ctx, form, { checked, options });
    } finally {
      // changes nothing once it is queued; after a failure, the lease ends
      await store.giveUpReceiving(pool, id).catch(() => undefined);
    }
  },
};

/** Throws 409 instead of 503 if another import of the form has to end first, however many files wait. */
async function checkInTime(service: SessionsService, asked: Asked, deadline: number): Promise<Checked> {
  const blocked = asked.isDryRun ? null : await store.blockedImport(service.database.pool, asked.file.form_id);
  if (!blocked) return checkFile(service, asked, deadline);
  return checkFile(service, asked, Math.min(deadline, Date.now() + patienceBehind)).catch((error: unknown) => {
    throw isProblem(error, "OVERLOADED") ? busyWith(blocked) : error;
  });
}

async function queue(
  { database: { pool } }: SessionsService,
  ctx: Ctx<Params<"sessions.importResponses">>,
  { form_id: formId, title }: FormReference,
  { checked, options }: { checked: Checked; options: NonNullable<store.ImportRow["options"]> },
): Promise<ResponseImport> {
  const { caller, id, mapping } = ctx.params;
  const acting = { account_id: caller.account_id, actor: actorOf(caller), origin: ctx.meta.origin, title };
  return inTransaction(
    pool,
    async (client) => {
      await refuseOverQuota(client, formId);
      const queued = await store.queueImport(client, {
        id,
        version_id: checked.target.version.id,
        mapping,
        options,
        acting,
        created_by: authorOf(caller),
        source: checked.check.source,
      });
      if (typeof queued === "string") throw busyWith(queued);
      if (!queued) throw notFound("import");
      madeWork(client, importsWork);
      return importView(queued);
    },
    ctx,
  ).catch((error: { code?: unknown }) => {
    throw error.code === uniqueViolation ? busyWith("busy") : error;
  });
}

const uniqueViolation = "23505";
const busyWith = (other: store.Blocked) =>
  conflict(
    other === "busy"
      ? "An import of this form is under way."
      : "Responses of an import of this form are still being deleted. Try again when they are gone.",
  );

async function refuseOverQuota(client: Parameters<typeof store.importedOn>[0], formId: string): Promise<void> {
  const limit = importedPerDay();
  const now = new Date();
  if ((await store.importedOn(client, formId, utcDay(now))) < limit) return;
  throw tooManyRequests(
    secondsUntilTomorrow(now),
    `A form takes ${limit.toLocaleString("en")} imported responses per day. Try again after midnight UTC.`,
  );
}

export const listImports: Action<"sessions.listImports", SessionsService> = {
  params: { caller: "object", slug: "string", paging: "object" },
  async handler(ctx) {
    const { caller, slug, paging } = ctx.params;
    const { form_id: formId } = await ctx.call("forms.locate", { caller, slug });
    const { count, rows } = await store.listImports(untilDeadline(this.database.pool, ctx), formId, paging);
    return { count, results: rows.map(importView) };
  },
};

export const getImport: Action<"sessions.getImport", SessionsService> = {
  params: { caller: "object", slug: "string", id: "uuid" },
  async handler(ctx) {
    const { caller, slug, id } = ctx.params;
    const { form_id: formId } = await ctx.call("forms.locate", { caller, slug });
    const found = await store.findImport(untilDeadline(this.database.pool, ctx), formId, id);
    if (!found) throw notFound("import");
    return importView(found);
  },
};

/**
 * Cancels what isn't stored yet, and with `erase` also erases what is (wants §25). Returns the import if that takes longer than a
 * request. A repeat changes nothing.
 */
export const cancelImport: Action<"sessions.cancelImport", SessionsService> = {
  params: { caller: "object", slug: "string", id: "uuid", query: queryRule(DeleteImportQuery) },
  async handler(ctx) {
    const { caller, slug, id, query } = ctx.params;
    const { form_id: formId, title } = await ctx.call("forms.locate", { caller, slug });
    const { pool } = this.database;
    const isErasing = query.erase === true;
    await inTransaction(
      pool,
      async (client) => {
        const row = await store.lockImport(client, formId, id);
        if (!row) throw notFound("import");
        await cancelLocked(client, row);
        if (!isErasing || row.is_erasing) return;
        const targets = [{ type: "import", id, name: null }, formTarget(formId, title)];
        const changes = [{ field: "responses", before: row.stored, after: 0 }];
        const isLeft = (await store.sessionsOfImport(client, id, 1)).length > 0;
        if (isLeft) await audit(client, ctx, { action: "response.deleted", targets, changes });
        await store.setErasing(client, id, true);
      },
      ctx,
    );
    if (!isErasing) return null;
    await eraseInTime(this, formId, id, ctx);
    const left = await store.findImport(pool, formId, id);
    return left?.is_erasing ? importView(left) : null;
  },
};

export const isImporting: Action<"sessions.isImporting", SessionsService> = {
  params: { form_id: "uuid" },
  async handler(ctx) {
    return { is_importing: (await store.importUnderWay(this.database.pool, ctx.params.form_id)) !== null };
  },
};

const importView = (row: store.ImportRow): ResponseImport => ({
  id: row.id,
  status: row.is_erasing ? "erasing" : row.status === "receiving" ? "queued" : row.status,
  source: row.source,
  rows: row.rows,
  stored: row.stored,
  skipped: row.skipped,
  refused_count: row.refused_count,
  refused_rows: row.refused_rows,
  incomplete_count: row.incomplete_count,
  refused: row.refused,
  created: row.created.toISOString(),
  created_by: row.created_by,
});
