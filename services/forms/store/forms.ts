import { type FilterQuery, LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Caller } from "../../../shared/contract.ts";
import { conflict, notFound, notOwner } from "../../../shared/errors.ts";
import type { Paging } from "../../../shared/paging.ts";
import type { FormsQuery } from "../../../shared/shapes/forms.ts";
import { Form, type FormRow } from "../entities.ts";
import { isSlug } from "../slug.ts";
import { pageOf } from "./page.ts";

/** The caller's form of this slug: 404 where there is none, 403 where it is another account's (decisions §2). */
export function findForm(em: EntityManager, caller: Caller, slug: string): Promise<FormRow> {
  return readForm(em, caller, slug, LockMode.NONE);
}

/**
 * The same, locked until the transaction ends. Whatever changes a form, its draft or its versions locks the form first,
 * so of two such requests the second sees what the first has done.
 */
export function lockForm(em: EntityManager, caller: Caller, slug: string): Promise<FormRow> {
  return readForm(em, caller, slug, LockMode.PESSIMISTIC_WRITE);
}

async function readForm(em: EntityManager, caller: Caller, slug: string, lockMode: LockMode): Promise<FormRow> {
  const form = isSlug(slug) ? await em.findOne(Form, { slug }, { lockMode, refresh: true }) : null;
  if (!form) throw notFound("form");
  if (form.account_id !== caller.account_id) throw notOwner("form");
  return form;
}

export function listForms(em: EntityManager, caller: Caller, query: FormsQuery, paging: Paging) {
  const page = pageOf(paging, ["title", "slug", "created", "modified"]);
  const where = [{ account_id: caller.account_id }, ...activityOf(query), ...matching(paging.search)];
  return em.findAndCount(Form, { $and: where }, page);
}

/** decisions §3: inactive forms only when asked for. */
function activityOf({ is_active = "true" }: FormsQuery): FilterQuery<FormRow>[] {
  return is_active === "all" ? [] : [{ is_active: is_active === "true" }];
}

/** Every word stands in the title or the slug, without regard to case. */
function matching(search: string | null): FilterQuery<FormRow>[] {
  const words = search?.split(/\s+/).filter(Boolean) ?? [];
  return words.map((word) => {
    const $ilike = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
    return { $or: [{ title: { $ilike } }, { slug: { $ilike } }] };
  });
}

/** A taken slug is 409: PostgreSQL decides, so two requests at once cannot both get it. */
export async function withFreeSlug<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isSlugTaken(error)) throw conflict("This slug is taken.");
    throw error;
  }
}

function isSlugTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === "23505" && constraint === "forms_slug_key";
}
