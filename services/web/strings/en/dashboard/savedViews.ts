/** Saved views of responses. */

export const views = "Views";
/** `isChanged`: the page shows something else now */
export const viewOf = (name: string, isChanged: boolean): string => (isChanged ? `${name} (changed)` : name);
export const save = "Save as a view…";
export const saveTitle = "Save a view";
export const saveText = "It keeps filters, order and columns. Everybody who may read the responses sees it.";
export const name = "Name";
export const saveNow = "Save view";
export const saved = (name: string): string => `View “${name}” saved.`;
export const update = (name: string): string => `Update “${name}”`;
export const updated = (name: string): string => `View “${name}” updated.`;
export const remove = (name: string): string => `Delete “${name}”…`;
export const deleteTitle = (name: string): string => `Delete “${name}”?`;
export const deleteText = "The view goes for everybody. Responses stay. You can’t undo this.";
export const deleteNow = "Delete view";
