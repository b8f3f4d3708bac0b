import type { Caller } from "../../../shared/contract.ts";
import { isProblem } from "../../../shared/errors.ts";
import { newUuid } from "../../../shared/ids.ts";
import type { Action } from "../../../shared/moleculer.ts";
import type { DatabaseService } from "../../../shared/service.ts";
import type { CreateFormBody } from "../../../shared/shapes/forms.ts";
import { readDetail } from "../detail.ts";
import { Form } from "../entities.ts";
import { checkWindow, fieldsOf, themeFor } from "../formFields.ts";
import { slugOf } from "../slug.ts";
import { withFreeSlug } from "../store/forms.ts";
import { transaction, unitOfWork } from "./request.ts";

/** 36⁶ suffixes for each title: a second try is rare, a fifth does not happen. */
const slugTries = 5;

/** POST /form/ */
export const create: Action<"forms.create"> = {
  params: { caller: "object", body: "object" },
  async handler(ctx) {
    const { caller, body } = ctx.params;
    const { slug } = body;
    const id = await (slug ? insert(this, caller, body, slug) : insertWithMadeSlug(this, caller, body));
    return readDetail(unitOfWork(this), ctx, id);
  },
};

async function insertWithMadeSlug(service: DatabaseService, caller: Caller, body: CreateFormBody): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insert(service, caller, body, slugOf(body.title));
    } catch (error) {
      if (attempt === slugTries || !isProblem(error, "CONFLICT")) throw error;
    }
  }
}

function insert(service: DatabaseService, caller: Caller, body: CreateFormBody, slug: string): Promise<string> {
  return withFreeSlug(() =>
    transaction(service, async (em) => {
      const theme = await themeFor(em, caller, body.theme_id ?? null);
      const now = new Date();
      const ids = { id: newUuid(), account_id: caller.account_id, title: body.title, slug, theme };
      const row = { ...newForm, ...ids, ...fieldsOf(body), created: now, modified: now };
      checkWindow(row);
      em.create(Form, row, { persist: true });
      return row.id;
    }),
  );
}

/** decisions §3: what a new form is where its body says nothing. */
const newForm = {
  is_active: true,
  is_accepting_responses: true,
  response_limit: null,
  opens_at: null,
  closes_at: null,
  closed_message: null,
  current_version: null,
  revision: 1,
};
