import type { Action } from "../../../shared/bus/calls.ts";
import { isProblem } from "../../../shared/platform/errors.ts";
import { readDetail } from "../detail.ts";
import { checkOrigins, checkWindow, fieldsOf, themeFor } from "../formFields.ts";
import { slugOf } from "../slug.ts";
import { insertForm, orSlugTaken } from "../store/forms.ts";

/** There are 36⁶ suffixes per title, so five attempts are always enough. */
const slugAttempts = 5;

/** POST /form/ */
export const create: Action<"forms.create"> = {
  params: { caller: "object", body: "object" },
  async handler(ctx) {
    const { caller, body } = ctx.params;
    checkOrigins(body);
    const id = await withFreeSlug(body.slug ?? null, body.title, (slug) =>
      this.database.write(ctx, async (em) => {
        const theme = await themeFor(em, caller, body.theme_id ?? null);
        const fields = fieldsOf(body);
        checkWindow(fields);
        return insertForm(em, { ...fields, account_id: caller.account_id, title: body.title, slug, theme }).id;
      }),
    );
    return readDetail(this.database.read(), ctx, id);
  },
};

/** Writes with the given slug, or with one made from the title. */
export async function withFreeSlug<T>(
  asked: string | null,
  title: string,
  write: (slug: string) => Promise<T>,
): Promise<T> {
  if (asked !== null) return orSlugTaken(asked, () => write(asked));
  for (let attempt = 1; ; attempt += 1) {
    const slug = slugOf(title);
    try {
      return await orSlugTaken(slug, () => write(slug));
    } catch (error) {
      if (attempt === slugAttempts || !isProblem(error, "CONFLICT")) throw error;
    }
  }
}
