import { authorOf } from "../../shared/api/author.ts";
import type { Author } from "../../shared/api/shapes/workspaces.ts";
import type { Caller } from "../../shared/bus/contract.ts";

/** Returns an author's columns. */
export const createdBy = (caller: Caller) => columns("created", authorOf(caller));
export const savedBy = (caller: Caller) => columns("saved", authorOf(caller));
export const publishedBy = (caller: Caller) => columns("published", authorOf(caller));

type Columns<Verb extends string> = { [Name in `${Verb}_by` | `${Verb}_by_name`]: string | null };

const columns = <Verb extends string>(verb: Verb, author: Author) =>
  ({ [`${verb}_by`]: author?.id ?? null, [`${verb}_by_name`]: author?.name ?? null }) as Columns<Verb>;

/** Returns the author in a row's columns. */
export const authorIn = (id: string | null, name: string | null): Author => (name === null ? null : { id, name });
