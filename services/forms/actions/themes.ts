import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { changesBetween } from "../../../shared/api/audit/entry.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import { defaultThemeNames } from "../../../shared/domain/theme/presets.ts";
import { checkRights } from "../../../shared/platform/access.ts";
import { conflict, invalid } from "../../../shared/platform/errors.ts";
import { audit } from "../audit.ts";
import type { ThemeRow } from "../entities.ts";
import { imageFault, unknownImages } from "../imageAddresses.ts";
import { makeLive } from "../live.ts";
import { lockImageNames } from "../store/images.ts";
import {
  defaultLook,
  defaultTheme,
  deleteTheme,
  findTheme,
  formsWithTheme,
  insertTheme,
  lockTheme,
  listThemes as readThemes,
  touchForms,
} from "../store/themes.ts";
import { themeView } from "../views.ts";

/** GET /theme/ */
export const listThemes: Action<"forms.listThemes"> = {
  params: { caller: "object", paging: "object" },
  async handler(ctx) {
    const em = this.database.read(ctx);
    await defaultTheme(em, ctx.params.caller);
    const [themes, count] = await readThemes(em, ctx.params.caller, ctx.params.paging);
    return { count, results: themes.map(themeView) };
  },
};

/** POST /theme/: missing fields are those of the preset Path, on a plain background. */
export const createTheme: Action<"forms.createTheme"> = {
  params: { caller: "object", body: "object", hosts: "array|optional" },
  async handler(ctx) {
    const { caller, body, hosts } = ctx.params;
    const theme = await this.database.write(ctx, async (em) => {
      await lockImageNames(em, caller.account_id);
      checkName(body.name, await defaultTheme(em, caller));
      await checkImages(em, body, hosts);
      const look = { ...defaultLook, ...named(body), colors: { ...defaultLook.colors, ...named(body.colors) } };
      const made = insertTheme(em, caller, look);
      await audit(em, ctx, { action: "theme.created", targets: [targetOf(made)] });
      return made;
    });
    return themeView(theme);
  },
};

/** GET /theme/{id}/ */
export const getTheme: Action<"forms.getTheme"> = {
  params: { caller: "object", id: "string" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    const theme = await findTheme(this.database.read(ctx), caller, id);
    checkRights(caller, "some form");
    return themeView(theme);
  },
};

/** PATCH /theme/{id}/: merges `colors`. Published forms with this theme show the change when it responds. */
export const updateTheme: Action<"forms.updateTheme"> = {
  params: { caller: "object", id: "string", body: "object", hosts: "array|optional" },
  async handler(ctx) {
    const { theme, formIds } = await this.database.write(ctx, (em) => change(em, ctx));
    await makeLive(this, ctx, formIds);
    return themeView(theme);
  },
};

async function change(em: EntityManager, ctx: Ctx<Params<"forms.updateTheme">>) {
  const { caller, id, body, hosts } = ctx.params;
  await lockImageNames(em, caller.account_id);
  const theme = await lockTheme(em, caller, id);
  if (body.name !== undefined) checkName(body.name, await defaultTheme(em, caller), theme);
  await checkImages(em, body, hosts, theme);
  const given = { ...named(body), colors: { ...theme.colors, ...named(body.colors) } };
  const changes = changesBetween(theme, given);
  em.assign(theme, { ...given, modified: new Date() });
  if (changes.length > 0) await audit(em, ctx, { action: "theme.changed", targets: [targetOf(theme)], changes });
  const formIds = await formsWithTheme(em, theme);
  await touchForms(em, theme);
  return { theme, formIds };
}

/** DELETE /theme/{id}/: its forms get the default theme, which can't be deleted (decisions §3). */
export const removeTheme: Action<"forms.removeTheme"> = {
  params: { caller: "object", id: "string" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    const formIds = await this.database.write(ctx, async (em) => {
      const theme: ThemeRow = await lockTheme(em, caller, id);
      if (theme.is_default) throw conflict(`The default theme "${theme.name}" can't be deleted.`);
      // themes are locked before forms: updating the forms would lock it after them
      const replacement = await defaultTheme(em, caller, LockMode.PESSIMISTIC_READ);
      const ids = await formsWithTheme(em, theme);
      await touchForms(em, theme, replacement);
      deleteTheme(em, theme);
      await audit(em, ctx, { action: "theme.deleted", targets: [targetOf(theme)] });
      return ids;
    });
    await makeLive(this, ctx, formIds);
    return null;
  },
};

const targetOf = ({ id, name }: ThemeRow) => ({ type: "theme", id, name });

const imageFields = ["logo_url", "background_image_url"] as const;
type Images = { [Field in (typeof imageFields)[number]]?: string | null };

/** Throws 400 if a changed URL names no image of this server. */
async function checkImages(em: EntityManager, given: Images, hosts: readonly string[] = [], theme: Images = {}) {
  const changed = imageFields.filter((field) => given[field] !== theme[field]);
  const unknown = await unknownImages(
    em,
    changed.flatMap((field) => given[field] ?? []),
    hosts,
  );
  const wrong = changed.filter((field) => unknown.has(given[field] ?? ""));
  if (wrong.length > 0) throw invalid(wrong.map((field) => `${field}: ${imageFault}`));
}

/** Drops undefined fields, which would overwrite what they merge into. */
function named<T extends object>(fields: T | undefined): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Keeps the name of the default theme, and "Default", unique in the account. */
function checkName(name: string, standard: ThemeRow, theme?: ThemeRow): void {
  if (theme?.is_default && name !== theme.name) throw conflict(`The default theme "${theme.name}" can't be renamed.`);
  if (!theme?.is_default && [standard.name, defaultThemeNames.old].includes(name))
    throw conflict(`The name "${name}" is reserved for the default theme. Choose another name.`);
}
