import { isDeepStrictEqual } from "node:util";
import { LockMode, raw } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Paging } from "../../../shared/api/paging.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { uuidPattern } from "../../../shared/domain/schema.ts";
import { type Preset, presets } from "../../../shared/domain/theme/presets.ts";
import { checkOwner, checkRights } from "../../../shared/platform/access.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { Form, Theme, type ThemeRow } from "../entities.ts";
import { pageOf } from "./page.ts";

const { name: _, ...firstLook } = presets[0];
/** Fields that a new theme leaves out are those of the first preset, on a plain background. */
export const defaultLook: Omit<Preset, "name"> = { ...firstLook, background_style: "plain" };

/** Returns the account's default theme (decisions §3). Creates the presets on first use, once under concurrency. */
export async function defaultTheme(em: EntityManager, caller: Caller, lockMode = LockMode.NONE): Promise<ThemeRow> {
  const where = { account_id: caller.account_id, is_default: true };
  const found = await em.findOne(Theme, where, { lockMode });
  if (found) return found;
  const now = Date.now();
  // lists are newest first, and the default theme leads them
  const looks = presets.map((preset, index) => presetRow(preset, caller, index === 0, new Date(now - index)));
  await rows(em, insertPresets, [JSON.stringify(looks)]);
  return em.findOneOrFail(Theme, where, { lockMode });
}

/** Of two concurrent requests, the one that inserts the default theme inserts the others. */
const insertPresets = `
  with preset as (select * from json_populate_recordset(null::forms.themes, $1)),
  inserted as (
    insert into forms.themes select * from preset where is_default
    on conflict (account_id) where is_default do nothing
    returning id
  )
  insert into forms.themes select * from preset where not is_default and exists (select from inserted)`;

const presetRow = (preset: Preset, { account_id }: Caller, isDefault: boolean, created: Date) => ({
  ...preset,
  id: newUuid(),
  account_id,
  is_default: isDefault,
  created,
  modified: created,
});

/** Returns the account's theme of this name, locked like `themeFor`; else its default. */
export async function themeNamed(em: EntityManager, caller: Caller, name: string): Promise<ThemeRow> {
  // creates the presets of a new account
  await defaultTheme(em, caller);
  const lockMode = LockMode.PESSIMISTIC_READ;
  const found = await em.findOne(Theme, { account_id: caller.account_id, name }, { lockMode });
  return found ?? defaultTheme(em, caller, lockMode);
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
  checkOwner(caller, theme, "theme");
  return theme;
}

/** Finds a theme to change it. Also 403 without the rights. */
export async function lockTheme(em: EntityManager, caller: Caller, id: string): Promise<ThemeRow> {
  const theme = await findTheme(em, caller, id, LockMode.PESSIMISTIC_WRITE);
  checkRights(caller);
  return theme;
}

type NewTheme = Pick<ThemeRow, "name" | keyof typeof defaultLook>;

export function insertTheme(em: EntityManager, caller: Caller, look: NewTheme): ThemeRow {
  const now = new Date();
  const ids = { id: newUuid(), account_id: caller.account_id, is_default: false };
  return em.create(Theme, { ...ids, ...look, created: now, modified: now }, { persist: true });
}

/** Returns the account's theme with this look and name, or a copy of it. */
export async function copyOfTheme(em: EntityManager, caller: Caller, theme: ThemeRow): Promise<ThemeRow> {
  // creates the presets of a new account
  await defaultTheme(em, caller);
  const { name, colors, font, logo_url, background_image_url, border_radius, layout, scheme, background_style } = theme;
  const look = { name, colors, font, logo_url, background_image_url, border_radius, layout, scheme, background_style };
  const others = await em.find(Theme, { account_id: caller.account_id, name });
  const isSame = (other: ThemeRow) =>
    Object.entries(look).every(([key, value]) => isDeepStrictEqual(other[key as keyof typeof look], value));
  return others.find(isSame) ?? insertTheme(em, caller, look);
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
