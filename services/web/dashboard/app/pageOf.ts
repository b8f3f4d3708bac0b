/** Returns a path without the slug of its form, which a rename can change while the page stays. */
export const pageOf = (pathname: string): string => pathname.replace(/^\/forms\/[^/]+/, "/form");
