import type { ImportIssue } from "../../../../shared/api/shapes/imports.ts";

/** Issues of an import that the owner hasn't checked yet, kept on this device until all are checked or the form is published. */
export interface KeptIssue {
  severity: ImportIssue["severity"];
  source: string;
  message: string;
  node_id: string;
}

const prefix = "pathform.import.";
const none: readonly KeptIssue[] = [];
const read = new Map<string, readonly KeptIssue[]>();
const listeners = new Set<() => void>();

/** Keeps the issues of a new form's questions. Those of the whole form have nothing to go to. */
export function keepIssues(formId: string, issues: readonly ImportIssue[]): void {
  store(
    formId,
    issues.flatMap(({ severity, source, message, node_id }) =>
      node_id === null ? [] : [{ severity, source, message, node_id }],
    ),
  );
}

/** Returns the open issues of a form, the same array until they change. */
export function openIssues(formId: string): readonly KeptIssue[] {
  const known = read.get(formId);
  if (known) return known;
  const found = stored(formId);
  read.set(formId, found);
  return found;
}

export const tickOff = (formId: string, issue: KeptIssue): void =>
  store(
    formId,
    openIssues(formId).filter((one) => one !== issue),
  );

export const forgetIssues = (formId: string): void => store(formId, none);

export function watchIssues(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function store(formId: string, issues: readonly KeptIssue[]): void {
  read.set(formId, issues);
  try {
    if (issues.length > 0) localStorage.setItem(`${prefix}${formId}`, JSON.stringify(issues));
    else localStorage.removeItem(`${prefix}${formId}`);
  } catch {
    // private windows may refuse to store anything
  }
  for (const listener of listeners) listener();
}

function stored(formId: string): readonly KeptIssue[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(`${prefix}${formId}`) ?? "[]");
    return Array.isArray(found) ? found : none;
  } catch {
    return none;
  }
}
