import { LockMode, raw } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Caller } from "../../../shared/bus/contract.ts";
import type { Paging } from "../../../shared/domain/paging.ts";
import { uuidPattern } from "../../../shared/domain/schema.ts";
import type { Theme as ThemeJson } from "../../../shared/domain/shapes/themes.ts";
import { notFound, notOwner } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { Form, Theme, type ThemeRow } from "../entities.ts";
import { pageOf } from "./page.ts";

export const defaultName = "Default";

/** Default colors and fonts. Text and button reach WCAG AA. */
export const defaultLook: Omit<ThemeJson, "id" | "name" | "created" | "modified"> = {
  colors: { background: "#ffffff", text: "#1f2937", primary: "#1d4ed8", button_text: "#ffffff" },
  font: "system-ui",
  logo_url: null,
  background_image_url: null,
  border_radius: 8,
};

/** Returns the account's "Default" theme (decisions §3). Creates it on first use, once under concurrency. */
export async function defaultTheme(em: EntityManager, caller: Caller, lockMode = LockMode.NONE): Promise<ThemeRow> {
  const where = { account_id: caller.account_id, is_default: true };
  const found = await em.findOne(Theme, where, { lockMode });
  if (found) return found;
  await em.execute(
    `insert into forms.themes (id, account_id, name, is_default, colors, font, border_radius, created, modified)
     values (?, ?, ?, true, ?, ?, ?, now(), now())
     on conflict (account_id) where is_default do nothing`,
    [
      newUuid(),
      caller.account_id,
      defaultName,
      JSON.stringify(defaultLook.colors),
      defaultLook.font,
      defaultLook.border_radius,
    ],
  );
  return em.findOneOrFail(Theme, where, { lockMode });
}

/** Finds the caller's theme. 404 if unknown, 403 if another account's. */
export async function findTheme(
  em: EntityManager,
  caller: Caller,
  id: string,
  lockMode = LockMode.NONE,
): Promise<ThemeRow> {
  const theme = uuidPattern.test(id) ? await em.findOne(Theme, { id: id.toLowerCase() }, { lockMode }) : null;
  if (!theme) throw notFound("theme");
  if (theme.account_id !== caller.account_id) throw notOwner("theme");
  return theme;
}

export function lockTheme(em: EntityManager, caller: Caller, id: string): Promise<ThemeRow> {
  return findTheme(em, caller, id, LockMode.PESSIMISTIC_WRITE);
}

type NewTheme = Pick<ThemeRow, "name" | keyof typeof defaultLook>;

export function insertTheme(em: EntityManager, caller: Caller, look: NewTheme): ThemeRow {
  const now = new Date();
  const ids = { id: newUuid(), account_id: caller.account_id, is_default: false };
  return em.create(Theme, { ...ids, ...look, created: now, modified: now }, { persist: true });
}

export const deleteTheme = (em: EntityManager, theme: ThemeRow): void => void em.remove(theme);

export function listThemes(em: EntityManager, caller: Caller, paging: Paging) {
  return em.findAndCount(Theme, { account_id: caller.account_id }, pageOf(paging, ["name", "created"]));
}

/**
 * Returns the forms with this theme. Call it with the theme locked, so that no form takes it in between (`themeFor`).
 */
export async function formsWithTheme(em: EntityManager, theme: ThemeRow): Promise<string[]> {
  const forms = await em.find(Form, { theme: theme.id }, { fields: ["id"] });
  return forms.map(({ id }) => id);
}

/** Gives the forms a new revision, and `replacement` as their theme if set. */
export async function touchForms(em: EntityManager, theme: ThemeRow, replacement?: ThemeRow): Promise<void> {
  const revision = raw<number>("revision + 1");
  await em.nativeUpdate(
    Form,
    { theme: theme.id },
    replacement ? { revision, theme: replacement.id, modified: new Date() } : { revision },
  );
}
