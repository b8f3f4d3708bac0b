import { authorOf } from "../../../shared/api/author.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { authorIn } from "../authors.ts";
import { etagOf } from "../etag.ts";
import { presenceEvent, type Said } from "../presence.ts";
import type { FormsService } from "../service.ts";
import { findDraftHead } from "../store/drafts.ts";
import { findForm } from "../store/forms.ts";

/** PUT /form/{slug}/draft/presence/: API keys see people, and people see none. */
export const sayPresence: Action<"forms.sayPresence", FormsService> = {
  params: { caller: "object", slug: "string", body: "object" },
  async handler(ctx) {
    const { caller, slug, body } = ctx.params;
    const em = this.database.read(ctx);
    const form = await findForm(em, caller, slug);
    const { id, name } = authorOf(caller) ?? { id: null, name: "" };
    if (id !== null) {
      const said: Said = { id, name, form_id: form.id, ...body };
      this.presence.say(said);
      this.broker.broadcast(presenceEvent, said, { groups: ["forms"] }).catch(() => undefined);
    }
    const draft = await findDraftHead(em, form);
    return {
      people: this.presence.others(form.id, id),
      etag: draft && etagOf(draft),
      saved_by: draft && authorIn(draft.saved_by, draft.saved_by_name),
    };
  },
};
