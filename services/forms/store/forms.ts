import { type FilterQuery, LockMode, raw } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { visibleForms } from "../../../shared/api/access/allows.ts";
import type { Paging } from "../../../shared/api/paging.ts";
import { defaultSettings } from "../../../shared/api/shapes/formSettings.ts";
import { type FormsQuery, isSlug } from "../../../shared/api/shapes/forms.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { labelKey } from "../../../shared/domain/labels.ts";
import { checkAccess } from "../../../shared/platform/access.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { searched } from "../../../shared/platform/database/searched.ts";
import { conflict, notFound } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { noteForm } from "../../../shared/platform/ops/currentAction.ts";
import { Form, type FormRow, FormState, type FormStateRow } from "../entities.ts";
import { pageOf } from "./page.ts";

/** Finds the caller's form by slug. 404 if unknown, 403 if another account's (decisions §2) or without the rights. */
export function findForm(em: EntityManager, caller: Caller, slug: string): Promise<FormRow> {
  return ownForm(em, caller, slug, LockMode.NONE);
}

/**
 * Finds and locks the form. Every change of a form, its draft or its versions locks the form first, so concurrent
 * requests see each other's changes.
 */
export function lockForm(em: EntityManager, caller: Caller, slug: string): Promise<FormRow> {
  return ownForm(em, caller, slug, LockMode.PESSIMISTIC_WRITE);
}

async function ownForm(em: EntityManager, caller: Caller, slug: string, lockMode: LockMode): Promise<FormRow> {
  const form = isSlug(slug) ? await em.findOne(Form, { slug }, { lockMode, refresh: true }) : null;
  if (!form) throw notFound("form");
  noteForm(form.id);
  checkAccess(caller, form, "form", { form_id: form.id });
  return form;
}

/** Returns names of the caller's forms, unordered. Without entities, because a list of members can name thousands. */
export const namesOf = (em: EntityManager, caller: Caller, ids: string[]): Promise<NamedForm[]> =>
  rows<NamedForm>(
    em,
    "select id as form_id, slug, title, is_active from forms.forms where account_id = $1 and id = any($2::uuid[])",
    [caller.account_id, ids],
  );
type NamedForm = Pick<FormRow, "slug" | "title" | "is_active"> & { form_id: string };

export function listForms(em: EntityManager, caller: Caller, query: FormsQuery, paging: Paging) {
  const page = pageOf(paging, ["title", "slug", "created", "modified"]);
  const visible = visibleForms(caller, "forms:read");
  const where = [
    { account_id: caller.account_id, ...(visible && { id: { $in: visible } }) },
    ...activityOf(query),
    ...changesOf(query),
    ...(query.theme_id === undefined ? [] : [{ theme: { id: query.theme_id } }]),
    ...(query.label === undefined ? [] : [{ label_keys: { $contains: query.label.map(labelKey) } }]),
    ...(paging.search ? [searched(["title", "slug"], paging.search)] : []),
  ];
  return em.findAndCount(Form, { $and: where }, { ...page, populate: ["theme"] });
}

/** Leaves inactive forms out unless requested (decisions §3). */
function activityOf({ is_active = "true" }: FormsQuery): FilterQuery<FormRow>[] {
  return is_active === "all" ? [] : [{ is_active: is_active === "true" }];
}

/** Filters by unpublished changes (decisions §9.3). */
function changesOf({ has_unpublished_changes }: FormsQuery): FilterQuery<FormRow>[] {
  if (has_unpublished_changes === undefined) return [];
  const hasChanges = (alias: string) =>
    `(select s.has_unpublished_changes from forms.form_states s where s.form_id = ${alias}.id)`;
  return [{ [raw(hasChanges)]: has_unpublished_changes }];
}

/** Returns the states of drafts and current versions, by form. */
export async function statesOf(em: EntityManager, ids: string[]): Promise<Map<string, FormStateRow>> {
  const states = await em.find(FormState, { form_id: { $in: ids } }, { refresh: true });
  return new Map(states.map((state) => [state.form_id, state]));
}

/** Reads a form with its theme. */
export const readForm = (em: EntityManager, id: string) => em.findOneOrFail(Form, { id }, { populate: ["theme"] });

/** Defaults of a new form (decisions §3). */
const newForm = {
  ...defaultSettings,
  labels: [],
  label_keys: [],
  current_version: null,
  revision: 1,
};

type NewForm = Partial<FormRow> &
  Pick<FormRow, "account_id" | "title" | "slug" | "theme" | "created_by" | "created_by_name">;

export function insertForm(em: EntityManager, fields: NewForm): FormRow {
  const [id, now] = [newUuid(), new Date()];
  noteForm(id);
  return em.create(Form, { ...newForm, ...fields, id, created: now, modified: now }, { persist: true });
}

/** Changes what respondents can see. The new revision is pushed to sessions (live.ts). */
export function changeForm(em: EntityManager, form: FormRow, fields: Partial<FormRow>): void {
  em.assign(form, { modified: new Date(), ...fields, revision: form.revision + 1 });
}

/** Throws 409 if another form uses the slug. The unique index decides between concurrent requests. */
export async function orSlugTaken<T>(slug: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isSlugTaken(error)) throw conflict(`Another form already uses the slug "${slug}". Choose another one.`);
    throw error;
  }
}

function isSlugTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === "23505" && constraint === "forms_slug_key";
}
