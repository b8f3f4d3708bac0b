/** The pattern of ILIKE for texts that contain `search` without regard to case; its `%`, `_` and `\` mean themselves. */
export const containing = (search: string): string => `%${search.replace(/[\\%_]/g, "\\$&")}%`;
