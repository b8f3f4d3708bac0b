import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { conflict } from "../../../shared/errors.ts";
import { newUuid } from "../../../shared/ids.ts";
import type { Action, Params } from "../../../shared/moleculer.ts";
import { Theme, type ThemeRow } from "../entities.ts";
import {
  defaultLook,
  defaultName,
  defaultTheme,
  findTheme,
  formsWithTheme,
  lockTheme,
  listThemes as readThemes,
  touchForms,
} from "../store/themes.ts";
import { themeView } from "../views.ts";
import { pushLive, transaction, unitOfWork } from "./request.ts";

/** GET /theme/ */
export const listThemes: Action<"forms.listThemes"> = {
  params: { caller: "object", paging: "object" },
  async handler(ctx) {
    const em = unitOfWork(this);
    await defaultTheme(em, ctx.params.caller);
    const [themes, count] = await readThemes(em, ctx.params.caller, ctx.params.paging);
    return { count, results: themes.map(themeView) };
  },
};

/** POST /theme/ — what it does not name is as in a new Default. */
export const createTheme: Action<"forms.createTheme"> = {
  params: { caller: "object", body: "object" },
  async handler(ctx) {
    const { caller, body } = ctx.params;
    checkName(body.name, false);
    const theme = await transaction(this, async (em) => {
      const now = new Date();
      const look = { ...defaultLook, ...named(body), colors: { ...defaultLook.colors, ...named(body.colors) } };
      const ids = { id: newUuid(), account_id: caller.account_id, is_default: false };
      return em.create(Theme, { ...ids, ...look, created: now, modified: now }, { persist: true });
    });
    return themeView(theme);
  },
};

/** GET /theme/{id}/ */
export const getTheme: Action<"forms.getTheme"> = {
  params: { caller: "object", id: "string" },
  async handler(ctx) {
    return themeView(await findTheme(unitOfWork(this), ctx.params.caller, ctx.params.id));
  },
};

/** PATCH /theme/{id}/ — `colors` merges; the published forms that use it show it when this answers. */
export const updateTheme: Action<"forms.updateTheme"> = {
  params: { caller: "object", id: "string", body: "object" },
  async handler(ctx) {
    const { theme, formIds } = await transaction(this, (em) => change(em, ctx.params));
    await pushLive(this, ctx, formIds);
    return themeView(theme);
  },
};

async function change(em: EntityManager, { caller, id, body }: Params<"forms.updateTheme">) {
  const theme = await lockTheme(em, caller, id);
  if (body.name !== undefined) checkName(body.name, theme.is_default);
  em.assign(theme, { ...named(body), colors: { ...theme.colors, ...named(body.colors) }, modified: new Date() });
  const formIds = await formsWithTheme(em, theme);
  await touchForms(em, theme);
  return { theme, formIds };
}

/** DELETE /theme/{id}/ — its forms are back on Default, which itself stays (decisions §3). */
export const removeTheme: Action<"forms.removeTheme"> = {
  params: { caller: "object", id: "string" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    const formIds = await transaction(this, async (em) => {
      const theme: ThemeRow = await lockTheme(em, caller, id);
      if (theme.is_default) throw conflict("The theme Default cannot be deleted.");
      // locked before any form, like every theme: the forms' reference to it would lock it after them
      const replacement = await defaultTheme(em, caller, LockMode.PESSIMISTIC_READ);
      const ids = await formsWithTheme(em, theme);
      await touchForms(em, theme, replacement);
      em.remove(theme);
      return ids;
    });
    await pushLive(this, ctx, formIds);
    return null;
  },
};

/** What a body names: an optional field may also be there as undefined, which would overwrite what it merges into. */
function named<T extends object>(fields: T | undefined): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** An account has exactly one theme of the name "Default". */
function checkName(name: string, isDefault: boolean): void {
  if (isDefault && name !== defaultName) throw conflict("The theme Default keeps its name.");
  if (!isDefault && name === defaultName) throw conflict("There is a theme Default already.");
}
