import type { EntityManager } from "@mikro-orm/postgresql";
import { formTarget } from "../../../shared/api/audit/entry.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import { isSlugSuffix, slugOf, slugSuffixLength } from "../../../shared/domain/slugs.ts";
import { invalid, isProblem } from "../../../shared/platform/errors.ts";
import { randomBase36 } from "../../../shared/platform/ids.ts";
import { audit } from "../audit.ts";
import { createdBy, savedBy } from "../authors.ts";
import { readDetail } from "../detail.ts";
import { checkMail, checkOrigins, checkRetention, checkWindow, fieldsOf, themeFor } from "../formFields.ts";
import { writeDraft } from "../store/drafts.ts";
import { insertForm, orSlugTaken } from "../store/forms.ts";
import { themeNamed } from "../store/themes.ts";
import { findTemplate } from "../templates.ts";

/** There are 36⁶ suffixes per title, so five attempts are always enough. */
const slugAttempts = 5;

/** POST /form/: with a template, its graph is the draft, and its theme the form's (features §14). */
export const create: Action<"forms.create"> = {
  params: { caller: "object", body: "object" },
  async handler(ctx) {
    const { body } = ctx.params;
    checkOrigins(body);
    checkRetention(body);
    await checkMail(ctx, body);
    const template = body.template === undefined ? null : findTemplate(body.template);
    if (body.template !== undefined && template === null) throw invalid(["template: not found"]);
    const id = await withFreeSlug(body.slug ?? null, body.title, (slug) =>
      this.database.write(ctx, (em) => insertNew(em, ctx, slug, template)),
    );
    return readDetail(this.database.read(ctx), ctx, id);
  },
};

async function insertNew(
  em: EntityManager,
  ctx: Ctx<Params<"forms.create">>,
  slug: string,
  template: ReturnType<typeof findTemplate>,
): Promise<string> {
  const { caller, body } = ctx.params;
  const theme =
    template && body.theme_id === undefined
      ? await themeNamed(em, caller, template.about.theme)
      : await themeFor(em, caller, body.theme_id ?? null);
  const fields = fieldsOf(body);
  checkWindow(fields);
  const form = insertForm(em, {
    ...fields,
    ...createdBy(caller),
    account_id: caller.account_id,
    title: body.title,
    slug,
    theme,
  });
  if (template) {
    // the draft refers to the form's row
    await em.flush();
    await writeDraft(em, form, null, { title: body.title, graph: template.graph, ...savedBy(caller) });
  }
  await audit(em, ctx, { action: "form.created", targets: [formTarget(form.id, form.title)] });
  return form.id;
}

/** Writes with the given slug, or with one made from the title. */
export async function withFreeSlug<T>(
  asked: string | null,
  title: string,
  write: (slug: string) => Promise<T>,
): Promise<T> {
  if (asked !== null) return orSlugTaken(asked, () => write(asked));
  for (let attempt = 1; ; attempt += 1) {
    const slug = slugOf(title, newSuffix());
    try {
      return await orSlugTaken(slug, () => write(slug));
    } catch (error) {
      if (attempt === slugAttempts || !isProblem(error, "CONFLICT")) throw error;
    }
  }
}

function newSuffix(): string {
  const suffix = randomBase36(slugSuffixLength);
  return isSlugSuffix(suffix) ? suffix : newSuffix();
}
