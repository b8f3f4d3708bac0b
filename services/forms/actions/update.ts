import type { EntityManager } from "@mikro-orm/postgresql";
import type { AuditAction } from "../../../shared/api/audit/actions.ts";
import { changesBetween, formTarget } from "../../../shared/api/audit/entry.ts";
import { storedSettings } from "../../../shared/api/shapes/formSettings.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import { sameLanguage } from "../../../shared/domain/graph/translations/translations.ts";
import { conflict } from "../../../shared/platform/errors.ts";
import { audit } from "../audit.ts";
import { countSessions, readDetail } from "../detail.ts";
import type { FormRow } from "../entities.ts";
import { checkMail, checkOrigins, checkRetention, checkWindow, fieldsOf, themeFor } from "../formFields.ts";
import { makeLive } from "../live.ts";
import { retitleDraft } from "../store/drafts.ts";
import { changeForm, findForm, lockForm, orSlugTaken } from "../store/forms.ts";
import { isTranslatedTo } from "../store/translations.ts";

/** PATCH /form/{slug}/: responds with the form detail when respondents see the change. */
export const update: Action<"forms.update"> = {
  params: { caller: "object", slug: "string", body: "object" },
  async handler(ctx) {
    const { caller, slug, body } = ctx.params;
    await checkMail(ctx, body);
    const counts = await countSessions(ctx, [await findForm(this.database.read(ctx), caller, slug)]);
    const id = await orSlugTaken(body.slug, () => this.database.write(ctx, (em) => change(em, ctx)));
    await makeLive(this, ctx, [id]);
    return readDetail(this.database.read(ctx), ctx, id, counts);
  },
};

async function change(em: EntityManager, ctx: Ctx<Params<"forms.update">>): Promise<string> {
  const { caller, slug, body } = ctx.params;
  checkOrigins(body);
  checkRetention(body);
  const theme = body.theme_id === undefined ? undefined : await themeFor(em, caller, body.theme_id);
  const form = await lockForm(em, caller, slug);
  await checkLanguage(em, form, body.language);
  const before = visibleFields(form);
  em.assign(form, fieldsOf(body, theme));
  checkWindow(form);
  if (body.title !== undefined) await retitleDraft(em, form);
  const changes = changesBetween(before, visibleFields(form));
  if (changes.length === 0) return form.id;
  changeForm(em, form, {});
  await audit(em, ctx, { action: actionOf(before, form), targets: [formTarget(form.id, form.title)], changes });
  return form.id;
}

/** Throws 409 for a language that the form is translated to. */
async function checkLanguage(em: EntityManager, form: FormRow, language: string | undefined): Promise<void> {
  if (language === undefined || sameLanguage(language, form.language)) return;
  if (!(await isTranslatedTo(em, form.id, language))) return;
  const name = new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
  throw conflict(`This form has ${name} translations. Remove them first.`);
}

function actionOf(before: { is_active: boolean }, { is_active: isActive }: FormRow): AuditAction {
  if (isActive === before.is_active) return "form.changed";
  return isActive ? "form.restored" : "form.archived";
}

/** Returns the writable fields. */
function visibleFields(form: FormRow) {
  const { title, slug, theme, labels } = form;
  return { title, slug, theme_id: theme.id, labels, ...storedSettings(form) };
}

/** DELETE /form/{slug}/: soft delete (spec §States and transitions). Idempotent. */
export const remove: Action<"forms.remove"> = {
  params: { caller: "object", slug: "string" },
  async handler(ctx) {
    const id = await this.database.write(ctx, async (em) => {
      const form = await lockForm(em, ctx.params.caller, ctx.params.slug);
      if (form.is_active) {
        changeForm(em, form, { is_active: false });
        await audit(em, ctx, { action: "form.archived", targets: [formTarget(form.id, form.title)] });
      }
      return form.id;
    });
    await makeLive(this, ctx, [id]);
    return null;
  },
};
