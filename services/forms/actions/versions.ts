import { formTarget } from "../../../shared/api/audit/entry.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { audit } from "../audit.ts";
import { savedBy } from "../authors.ts";
import { checkIfMatch } from "../etag.ts";
import { noteOriginals } from "../originals.ts";
import type { FormsService } from "../service.ts";
import { findDraftHead, writeDraft } from "../store/drafts.ts";
import { findForm, lockForm } from "../store/forms.ts";
import { findVersion, listVersions as readVersions, versionSources } from "../store/versions.ts";
import { contentOf, draftView, versionDetail, versionView } from "../views.ts";

/** GET /form/{slug}/versions/ */
export const listVersions: Action<"forms.listVersions"> = {
  params: { caller: "object", slug: "string", paging: "object" },
  async handler(ctx) {
    const em = this.database.read(ctx);
    const form = await findForm(em, ctx.params.caller, ctx.params.slug);
    const [versions, count] = await readVersions(em, form, ctx.params.paging);
    return { count, results: versions.map((version) => versionView(version, form.current_version)) };
  },
};

/** GET /form/{slug}/versions/{version_number}/ */
export const getVersion: Action<"forms.getVersion"> = {
  params: { caller: "object", slug: "string", version_number: "number" },
  async handler(ctx) {
    const em = this.database.read(ctx);
    const form = await findForm(em, ctx.params.caller, ctx.params.slug);
    return versionDetail(await findVersion(em, form, ctx.params.version_number), form.current_version);
  },
};

/** POST …/versions/{n}/restore/: copies its graph into the draft, which keeps its title (decisions §3). */
export const restoreVersion: Action<"forms.restoreVersion", FormsService> = {
  params: {
    caller: "object",
    slug: "string",
    version_number: "number",
    if_match: { type: "string", nullable: true },
    hosts: "array|optional",
  },
  async handler(ctx) {
    const { caller, slug, version_number, if_match, hosts } = ctx.params;
    const { form, draft } = await this.database.write(ctx, async (em) => {
      const form = await lockForm(em, caller, slug);
      const version = await findVersion(em, form, version_number);
      const before = await findDraftHead(em, form);
      checkIfMatch(if_match, before);
      form.modified = new Date();
      await audit(em, ctx, {
        action: "form.version_restored",
        targets: [formTarget(form.id, form.title)],
        changes: [{ field: "version", before: null, after: version_number }],
      });
      const content = { title: before?.title ?? form.title, ...contentOf(version), ...savedBy(caller) };
      await noteOriginals(em, form, content, await versionSources(em, version));
      return { form, draft: await writeDraft(em, form, before, content) };
    });
    return draftView(draft, await this.problems.ofDraft(this.database.read(ctx), form, draft, hosts));
  },
};
