import type { UpdateFormBody } from "../../../../shared/api/shapes/forms.ts";
import type { ImportResult } from "../../../../shared/api/shapes/imports.ts";
import type { CreateMailBody } from "../../../../shared/api/shapes/mails.ts";
import type { CreateThemeBody } from "../../../../shared/domain/theme/themes.ts";
import * as words from "../../strings/en/dashboard/importing.ts";
import { problemText } from "../../ui/failed.tsx";
import { dataOf } from "../api/dataOf.ts";
import { api } from "../api/service.ts";

/**
 * Gives a new form the settings, theme and emails that a file of Pathform's own format has beside the graph (wants §25). Returns what
 * this workspace doesn't take, and why. The rest is taken.
 */
export async function takeRest(slug: string, { form, theme, mails = [] }: ImportResult): Promise<string[]> {
  const path = { slug };
  const refused: string[] = [];
  const attempt = (name: string, work: () => Promise<unknown>) =>
    work().catch((error: unknown) => {
      refused.push(words.notTaken(name, problemText(error)));
    });
  if (form) {
    const body = form as UpdateFormBody;
    await attempt(words.settings, () => dataOf(api.patch("/api/v2/form/{slug}/", { path, body })));
  }
  if (theme) {
    await attempt(words.theme, async () => {
      const { name } = theme as CreateThemeBody;
      const known = await dataOf(api.get("/api/v2/theme/", { query: { limit: 100 } }));
      const same = known.results.find((one) => one.name === name);
      const { id } = same ?? (await dataOf(api.post("/api/v2/theme/", { body: theme as CreateThemeBody })));
      await dataOf(api.patch("/api/v2/form/{slug}/", { path, body: { theme_id: id } }));
    });
  }
  for (const mail of mails) {
    const body = mail as CreateMailBody;
    await attempt(body.name, () => dataOf(api.post("/api/v2/form/{slug}/mails/", { path, body })));
  }
  return refused;
}
