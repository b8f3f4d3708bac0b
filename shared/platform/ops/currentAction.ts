import { AsyncLocalStorage } from "node:async_hooks";

/** The part of an action's context that travels back to the caller. */
interface Action {
  meta: { form_id?: string };
}

/** The action that the current code runs in. */
export const currentAction = new AsyncLocalStorage<Action>();

/** Adds the form to the log line of the request that caused this action. */
export function noteForm(formId: string): void {
  const action = currentAction.getStore();
  if (action) action.meta.form_id = formId;
}
