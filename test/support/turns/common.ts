/** A workspace with as much of everything as its limits allow, or as a test can afford. */
export interface World {
  url: string;
  cookie: string;
  workspace: string;
  user: string;
  email: string;
  /** slugs of forms: with 8 MiB of draft, with 1,000 choices, with long answers, and small */
  large: Form;
  wide: Form;
  answered: Form;
  small: Form;
  integration: string;
  attachment: string;
  mail: string;
  session: string;
  mailing: string;
  delivery: string;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Asks as the owner, and fails unless the status is below 400. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Body>;
  /** Creates another person with a sign-in. */
  person(): Promise<{ cookie: string; email: string; id: string }>;
}
export interface Form {
  id: string;
  slug: string;
}
// biome-ignore lint/suspicious/noExplicitAny: what a reply holds is what its reader knows
export type Body = any;

export const list = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at));

export const languages = "de fr es it nl pl pt ru tr uk ar fa he hi ja ko sv da fi".split(" ");
