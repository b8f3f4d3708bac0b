import type { Caller } from "./access/caller.ts";
import type { Author } from "./shapes/workspaces.ts";

/** Returns the person of a request, or its key by name (teams §20.5). */
export const authorOf = ({ key_id, user_id, name }: Caller): Author =>
  name === undefined ? null : { id: key_id === null ? user_id : null, name };
