import type { Rights } from "./allows.ts";
import type { ResponseLevel } from "./capabilities.ts";

/** `link`: an administrator's */
export const signInMethods = ["password", "sso", "link"] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** Whom a request acts for, in one workspace (teams §20.1). A person has `user_id` alone, a key `key_id` and its creator's. */
export interface Caller extends Rights {
  account_id: string;
  /** null for a key whose creator is gone */
  user_id: string | null;
  /** of the person or the key */
  name?: string;
  /** name of the workspace */
  workspace?: string;
  /** a person's rights to answers */
  responses?: ResponseLevel;
  /** when the workspace is going to be deleted; until then it is read-only */
  deletes_at?: string | null;
  /** how the person signed in */
  sign_in?: SignInMethod;
  /** ids of the person's workspaces, the default one first; empty for a key */
  workspaces?: readonly string[];
  /** the forms that are shared with the person where they are a guest, by workspace */
  guest_forms?: Readonly<Record<string, readonly string[]>>;
}
