interface Limits {
  scopes: readonly string[];
  form_ids: readonly string[] | null;
  allowed_addresses: readonly string[] | null;
}

/** Returns whether a key may do less than every key of the previous release. */
export const isLimited = ({ scopes, form_ids, allowed_addresses }: Limits): boolean =>
  !scopes.includes("*") || form_ids !== null || allowed_addresses !== null;
