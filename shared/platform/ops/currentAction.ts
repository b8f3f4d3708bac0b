import { AsyncLocalStorage } from "node:async_hooks";

/** Metadata of an action's context. */
export interface CurrentAction {
  meta: { form_id?: string; traceparent?: string };
}

/** The action that the current code runs in. */
export const currentAction = new AsyncLocalStorage<CurrentAction | undefined>();

/** Adds the form to the log line of the request that caused this action. */
export function noteForm(formId: string): void {
  const action = currentAction.getStore();
  if (action) action.meta.form_id = formId;
}
