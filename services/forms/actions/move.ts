import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { formTarget } from "../../../shared/api/audit/entry.ts";
import type { LeftBehind } from "../../../shared/api/shapes/forms.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { checkAccess, checkRights } from "../../../shared/platform/access.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import { conflict, forbidden, invalid, notFound } from "../../../shared/platform/errors.ts";
import { audit } from "../audit.ts";
import { readDetail } from "../detail.ts";
import { Form, type FormRow, type ThemeRow } from "../entities.ts";
import { finishMove } from "../moves.ts";
import type { FormsService } from "../service.ts";
import { lockForm } from "../store/forms.ts";
import { lockImageNames } from "../store/images.ts";
import * as store from "../store/moves.ts";
import { copyOfTheme } from "../store/themes.ts";

type Given = Params<"forms.move">;

/**
 * POST /form/{slug}/move/: moves a form with its versions and sessions to another workspace of an owner or admin (teams §20.13). One
 * transaction changes its workspace. Then the other services follow (moves.ts). If one of them is unavailable, the request returns
 * 503, and a repetition continues.
 */
export const move: Action<"forms.move", FormsService> = {
  params: { caller: "object", slug: "string", body: "object" },
  async handler(ctx) {
    const { caller, slug, body } = ctx.params;
    const em = this.database.read(ctx);
    const form = await em.findOne(Form, { slug }, { populate: ["theme"] });
    if (!form) throw notFound("form");
    const isThere = form.account_id === body.workspace_id && caller.account_id !== body.workspace_id;
    if (!isThere) checkAccess(caller, form, "form");
    const there = await callerThere(ctx);
    if (caller.account_id === there.account_id) throw invalid(["workspace_id: is the form's own"]);
    const left = isThere ? [] : await leftBehind(this.database, ctx, form);
    if (!isThere) await refuseWhileImporting(ctx, form.id);
    if (!body.is_dry_run) {
      if (!isThere) await this.database.write(ctx, (inner) => moveIn(inner, ctx, there));
      await finishMove(this, ctx, form.id);
    }
    return { form: await readDetail(this.database.read(ctx), ctx, form.id), left };
  },
};

/** Returns the caller in the other workspace. Throws 403 unless they are owner or admin there, 409 if it is going to be deleted. */
async function callerThere(ctx: Ctx<Given>): Promise<Caller> {
  const { caller, body } = ctx.params;
  const { user_id, sign_in } = caller;
  const found =
    user_id &&
    (await ctx.call("auth.callerIn", { user_id, account_id: body.workspace_id, ...(sign_in && { sign_in }) }));
  if (!found) throw forbidden("You aren't a member of this workspace.");
  checkRights({ ...found, needs: ["workspace:write"] });
  if (found.deletes_at) throw conflict("This workspace is going to be deleted.", { deletes_at: found.deletes_at });
  return found;
}

/** Returns the form's integrations, emails and people, which stay, and its theme and images, which are copied. */
async function leftBehind(
  database: Database,
  ctx: Ctx<Given>,
  form: FormRow & { theme: ThemeRow },
): Promise<LeftBehind[]> {
  const of = { account_id: form.account_id, form_id: form.id };
  const [sent, shared] = await Promise.all([ctx.call("integrations.ofForm", of), ctx.call("auth.accessOfForm", of)]);
  const images = await database.write(ctx, (em) => store.imagesOfForm(em, form));
  const named = (kind: LeftBehind["kind"], names: readonly string[]) => names.map((name) => ({ kind, name }));
  return [
    ...named("attachment", sent.attachments),
    ...named("mail", sent.mails),
    ...named("access", shared.emails),
    ...named("theme", [form.theme.name]),
    ...named("image", images),
  ];
}

/** Responses that are being imported belong to the workspace that reads the file (wants §25). */
async function refuseWhileImporting(ctx: Ctx<Given>, formId: string): Promise<void> {
  const { is_importing } = await ctx.call("sessions.isImporting", { form_id: formId });
  if (is_importing) throw conflict("An import of this form is under way.");
}

async function moveIn(em: EntityManager, ctx: Ctx<Given>, there: Caller): Promise<void> {
  const { caller, slug } = ctx.params;
  // keeps the form's images from being deleted
  await lockImageNames(em, caller.account_id);
  const form = await lockForm(em, { ...caller, needs: ["workspace:write"] }, slug);
  const source = await em.findOneOrFail(Form, { id: form.id }, { populate: ["theme"], lockMode: LockMode.NONE });
  await store.shareImages(em, await store.imagesOfForm(em, source), there.account_id);
  const theme = await copyOfTheme(em, there, source.theme);
  await em.flush();
  await store.moveForm(em, source, there.account_id, theme.id);
  const workspace = { type: "workspace", id: there.account_id, name: there.workspace ?? null };
  await audit(em, ctx, { action: "form.moved", targets: [formTarget(form.id, form.title), workspace] });
}
