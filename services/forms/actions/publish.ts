import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { readsPersonal } from "../../../shared/api/access/allows.ts";
import { formTarget } from "../../../shared/api/audit/entry.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { errorsOf } from "../../../shared/domain/graph/analyze.ts";
import { personalNodes } from "../../../shared/domain/graph/personal.ts";
import type { Problem } from "../../../shared/domain/graph/shapes/problem.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { checkRights } from "../../../shared/platform/access.ts";
import { conflict, invalid } from "../../../shared/platform/errors.ts";
import { audit } from "../audit.ts";
import { publishedBy } from "../authors.ts";
import type { DraftRow, FormRow, VersionRow } from "../entities.ts";
import { makeLive } from "../live.ts";
import type { FormsService } from "../service.ts";
import { findDraft, findDraftHead } from "../store/drafts.ts";
import { changeForm, findForm, lockForm } from "../store/forms.ts";
import { addVersion, findVersionOfKey, freeOldKey } from "../store/versions.ts";

/** POST /form/{slug}/publish/: keeps the draft, and copies its title to the form (decisions §3). */
export const publish: Action<"forms.publish", FormsService> = {
  params: { caller: "object", slug: "string", idempotency_key: "string|optional", hosts: "array|optional" },
  async handler(ctx) {
    const { caller, slug, hosts, idempotency_key } = ctx.params;
    const publication = { caller, slug, hosts, idempotencyHash: hashOf(idempotency_key) };
    const published = (await findEarlier(this, ctx, publication)) ?? (await publishOnce(this, ctx, publication));
    const { version, problems } = published;
    await makeLive(this, ctx, [version.form_id]);
    const { version_number, published_at } = version;
    return { version_number, published_at: published_at.toISOString(), problems };
  },
};

/** One publish request. `idempotencyHash` is null without an Idempotency-Key. */
interface Publication {
  caller: Caller;
  slug: string;
  hosts: readonly string[] | undefined;
  idempotencyHash: Buffer | null;
}

type PublishCall = Ctx<Params<"forms.publish">>;

interface Publishing {
  version: VersionRow;
  problems: Problem[];
}

const hashOf = (key: string | undefined): Buffer | null =>
  key === undefined ? null : createHash("sha256").update(key).digest();

/**
 * Returns the version that an earlier request with this key created but couldn't make live (decisions §9.3). The draft
 * may have changed since.
 */
async function findEarlier(
  { database, problems }: FormsService,
  ctx: Ctx,
  { caller, slug, idempotencyHash }: Publication,
): Promise<Publishing | null> {
  if (!idempotencyHash) return null;
  const em = database.read(ctx);
  const form = await findForm(em, caller, slug);
  const version = await findVersionOfKey(em, form, idempotencyHash);
  return version && { version, problems: await problems.ofVersion(em, form, version) };
}

/** Maximum validations of one publish, each after another publish that may have been of a newer draft. */
const attemptLimit = 5;

/** Publishes the draft as it was validated, whatever others save. If others publish, too, it's never older than theirs. */
async function publishOnce(service: FormsService, ctx: PublishCall, publication: Publication): Promise<Publishing> {
  for (let attempt = 0; attempt < attemptLimit; attempt += 1) {
    const valid = await validDraft(service, ctx, publication);
    const published = await service.database.write(ctx, (em) => publishDraft(em, ctx, publication, valid));
    if (!published) continue;
    const { version, isEarlier } = published;
    if (!isEarlier) return { version, problems: valid.problems };
    return { version, problems: await service.problems.ofVersion(service.database.read(ctx), valid.form, version) };
  }
  throw conflict("Others published this form at the same time. Publish it again.");
}

interface Valid {
  /** as it was then */
  form: FormRow;
  draft: DraftRow;
  problems: Problem[];
}

/** Returns the draft if it has no errors, with its warnings. Holds no lock or connection while validating. */
async function validDraft(service: FormsService, ctx: Ctx, { caller, slug, hosts }: Publication): Promise<Valid> {
  const em = service.database.read(ctx);
  const form = await findForm(em, caller, slug);
  const draft = await findDraft(em, form);
  if (!draft) throw invalid(["graph: is required; save a draft first"], "Nothing to publish. Save a draft first.");
  await refuseUnmasking(ctx, caller, form.id, draft.graph);
  const problems = await service.problems.ofDraft(em, form, draft, hosts);
  const errors = errorsOf(problems);
  if (errors.length > 0)
    throw invalid(errors, "The draft wasn't published. Fix the errors in `problems`.", { problems });
  return { form, draft, problems };
}

/** Throws 403 if this unmarks personal questions, and the caller may not read their answers (wants §21.5). */
async function refuseUnmasking(ctx: Ctx, caller: Caller, formId: string, graph: string): Promise<void> {
  const extent = { form_id: formId };
  if (readsPersonal(caller, extent)) return;
  const { node_ids: before } = await ctx.call("sessions.personalNodes", extent);
  const after = new Set(personalNodes(JSON.parse(graph) as Graph, before));
  if (before.some((id) => !after.has(id))) checkRights({ ...caller, needs: ["responses:read"] }, extent);
}

/**
 * Publishes exactly what was validated. `isEarlier`: another request with this key was first. Null if the draft was saved and
 * published since, because that version may have a newer draft.
 */
async function publishDraft(
  em: EntityManager,
  ctx: PublishCall,
  { caller, slug, idempotencyHash }: Publication,
  valid: Valid,
): Promise<{ version: VersionRow; isEarlier: boolean } | null> {
  const { draft } = valid;
  const form = await lockForm(em, caller, slug);
  if (idempotencyHash) {
    const earlier = await findVersionOfKey(em, form, idempotencyHash);
    if (earlier) return { version: earlier, isEarlier: true };
    await freeOldKey(em, form, idempotencyHash);
  }
  const isStored = (await findDraftHead(em, form))?.revision === draft.revision;
  const before = form.current_version;
  if (!isStored && before !== valid.form.current_version) return null;
  const version = await addVersion(em, form, { draft, isStored, idempotencyHash, ...publishedBy(caller) });
  const { version_number, published_at } = version;
  // keeps a title that the form was given since
  const title = form.title === valid.form.title ? draft.title : form.title;
  changeForm(em, form, { title, current_version: version_number, modified: published_at });
  await audit(em, ctx, {
    action: "form.published",
    targets: [formTarget(form.id, draft.title)],
    changes: [{ field: "version", before: before, after: version_number }],
  });
  return { version, isEarlier: false };
}
