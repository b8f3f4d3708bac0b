import type pg from "pg";
import type { Calculations } from "../answers/calculations.ts";
import {
  deleteContributions,
  type KeptContribution,
  keptOf,
  type StoredContribution,
  waitingContributions,
  writeContributions,
} from "../store/contributions.ts";
import {
  addToRollups,
  beginForgetting,
  beginWriting,
  lockForms,
  noteForm,
  type RolledForm,
  trackForms,
} from "../store/rollups.ts";
import { readContributions } from "./contributions.ts";

export interface RollUp {
  calculations: Calculations;
  limits?: RollupLimits;
}

export interface RollupLimits {
  /** Forms with fewer sessions have no rollups: they are counted directly. */
  sessions: number;
  /** Contributions of a form that wait for its rollups. These are large, so writing them for each session would cost too much. */
  waiting: number;
}

export const rollupLimits: RollupLimits = { sessions: 500, waiting: 1_000 };

export const limitsOf = ({ limits = rollupLimits }: RollUp): RollupLimits => limits;

/** Brings contributions and rollups up to date with completed and abandoned sessions of these forms. Can be repeated. */
export async function rollUp(
  client: pg.PoolClient,
  rolling: RollUp,
  formIds: readonly string[],
  sessionIds: readonly string[],
): Promise<void> {
  await beginWriting(client);
  await trackForms(client, formIds, limitsOf(rolling).sessions);
  await rollUpIn(client, rolling, await lockForms(client, formIds), sessionIds);
}

/** The forms are locked before their sessions are read, so that no older state replaces a newer one. */
export async function rollUpIn(
  client: pg.PoolClient,
  rolling: RollUp,
  forms: readonly RolledForm[],
  sessionIds: readonly string[],
): Promise<void> {
  if (forms.length === 0) return;
  const ids = new Set(forms.map(({ form_id }) => form_id));
  const kept = new Map((await keptOf(client, sessionIds)).map((one) => [one.session_id, one]));
  const read = await readContributions(client, rolling.calculations, sessionIds);
  // a session that is in progress again keeps its contribution, which insights don't count
  const written = read.filter(
    (one) => ids.has(one.form_id) && one.status !== "in_progress" && !isSame(one, kept.get(one.session_id)),
  );
  if (written.length === 0) return;
  const replaced = written.flatMap(({ session_id }) => kept.get(session_id) ?? []);
  await writeContributions(client, written);
  await subtract(client, forms, replaced);
  for (const form of forms) {
    const count = written.filter(({ form_id }) => form_id === form.form_id).length;
    if (count > 0) await fold(client, { ...form, unfolded: form.unfolded + count }, limitsOf(rolling));
  }
}

/** Removes erased sessions from contributions and rollups. */
export async function forgetContributions(client: pg.PoolClient, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await beginForgetting(client);
  const kept = await keptOf(client, sessionIds);
  if (kept.length === 0) return;
  const formIds = kept.map(({ form_id }) => form_id);
  const forms = await lockForms(client, formIds);
  await deleteContributions(client, sessionIds);
  await subtract(client, forms, kept);
}

function isSame(read: StoredContribution, kept: KeptContribution | undefined): boolean {
  const textOf = ({ version_number, status, day, facts }: StoredContribution) =>
    JSON.stringify([version_number, status, day, facts]);
  return kept !== undefined && textOf(read) === textOf(kept);
}

/** Subtracts contributions that the rollups have. */
async function subtract(
  client: pg.PoolClient,
  forms: readonly RolledForm[],
  gone: readonly KeptContribution[],
): Promise<void> {
  for (const { form_id: formId, folded } of forms) {
    const inRollups = gone.filter(({ form_id, position }) => form_id === formId && position <= folded);
    await addToRollups(client, formId, inRollups, -1);
  }
}

/** Adds a form's waiting contributions to its rollups, if there are many. */
async function fold(client: pg.PoolClient, form: RolledForm, { waiting: limit }: RollupLimits): Promise<void> {
  if (form.unfolded < limit) return noteForm(client, form);
  const waiting = await waitingContributions(client, form);
  await addToRollups(client, form.form_id, waiting, 1);
  const folded = Math.max(form.folded, ...waiting.map(({ position }) => position));
  await noteForm(client, { ...form, folded, unfolded: 0 });
}
