import type { EntityManager } from "@mikro-orm/postgresql";
import { formTarget } from "../../../shared/api/audit/entry.ts";
import { copiedSettings } from "../../../shared/api/shapes/formSettings.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import { checkRights } from "../../../shared/platform/access.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { audit } from "../audit.ts";
import { createdBy, savedBy } from "../authors.ts";
import { readDetail } from "../detail.ts";
import type { FormRow } from "../entities.ts";
import { themeFor } from "../formFields.ts";
import { noteOriginals } from "../originals.ts";
import { findDraft, type NewDraft, writeDraft } from "../store/drafts.ts";
import { findForm, insertForm } from "../store/forms.ts";
import { lockImageNames } from "../store/images.ts";
import { copyOriginals } from "../store/translations.ts";
import { findVersion, type TranslationSources, versionSources } from "../store/versions.ts";
import { contentOf } from "../views.ts";
import { withFreeSlug } from "./create.ts";

const titleLimit = 200;

/** POST /form/{slug}/copy/: a new form with the graph, theme, language and settings of another (features §14). */
export const copy: Action<"forms.copy"> = {
  params: { caller: "object", slug: "string", body: "object" },
  async handler(ctx) {
    const { caller, slug, body } = ctx.params;
    const source = await findForm(this.database.read(ctx), caller, slug);
    const title = body.title ?? `Copy of ${source.title}`.slice(0, titleLimit);
    const id = await withFreeSlug(null, title, (free) =>
      this.database.write(ctx, (em) => insertCopy(em, ctx, { title, slug: free })),
    );
    return readDetail(this.database.read(ctx), ctx, id);
  },
};

async function insertCopy(
  em: EntityManager,
  ctx: Ctx<Params<"forms.copy">>,
  names: { title: string; slug: string },
): Promise<string> {
  const { caller, slug, body } = ctx.params;
  // an image that only the copied graph names can't be deleted meanwhile
  await lockImageNames(em, caller.account_id);
  const source = await findForm(em, caller, slug);
  checkRights(caller);
  const copied = await graphToCopy(em, source, body.from);
  const theme = await themeFor(em, caller, source.theme.id);
  const form = insertForm(em, {
    ...copiedSettings(source),
    labels: source.labels,
    label_keys: source.label_keys,
    ...names,
    account_id: caller.account_id,
    ...createdBy(caller),
    theme,
  });
  await em.flush();
  if (copied) {
    const draft = { ...copied.content, title: names.title, ...savedBy(caller) };
    if (copied.sources) await noteOriginals(em, form, draft, copied.sources);
    else await copyOriginals(em, source.id, form.id);
    await writeDraft(em, form, null, draft);
  }
  const targets = [formTarget(form.id, form.title), formTarget(source.id, source.title)];
  await audit(em, ctx, { action: "form.copied", targets });
  return form.id;
}

interface Copied {
  content: Pick<NewDraft, "graph" | "translations">;
  /** of a version's translations; a draft has originals of its own */
  sources: TranslationSources | null;
}

/** Returns what is copied. Null if the form has neither a draft nor a version, and `from` is left out. */
async function graphToCopy(
  em: EntityManager,
  form: FormRow,
  from: Params<"forms.copy">["body"]["from"],
): Promise<Copied | null> {
  const ofVersion = async (number: number): Promise<Copied> => {
    const version = await findVersion(em, form, number);
    return { content: contentOf(version), sources: await versionSources(em, version) };
  };
  if (typeof from === "number") return ofVersion(from);
  const draft = await findDraft(em, form);
  if (draft) return { content: contentOf(draft), sources: null };
  if (from === "draft") throw notFound("draft");
  return form.current_version === null ? null : ofVersion(form.current_version);
}
