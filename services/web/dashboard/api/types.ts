import type { Method, PathParams } from "../../../../shared/api/endpoints/endpoint.ts";
import type { Api } from "../../../../shared/api/endpoints/index.ts";
import type { Envelope } from "../../../../shared/api/paging.ts";
import type { Static, TSchema } from "../../../../shared/domain/schema.ts";

/** Paths that have this method. */
export type PathsWith<M extends Method> = { [P in keyof Api]: M extends keyof Api[P] ? P : never }[keyof Api];

/** Options of a call: those that its row names, required if the row needs them. */
export type OptionsOf<M extends Method, P, R> = Part<"path", PathParams<P>> &
  Part<"query", QueryOf<R>> &
  Part<"body", BodyOf<R>> &
  (R extends { takes: readonly string[] }
    ? { content: Blob }
    : R extends { upload: true } | { document: true }
      ? { file: File }
      : unknown) &
  (R extends { document: true } ? { attachments?: readonly File[] } : unknown) &
  (R extends { fields: infer F } ? { texts?: { [Name in keyof F]?: string } } : unknown) &
  (R extends { ifMatch: true } ? { ifMatch?: string | null } : unknown) &
  (M extends "POST" ? KeyOf<R> : unknown) & { signal?: AbortSignal };

/** Owners' POSTs take an `Idempotency-Key`, except those that endpoint.ts leaves out. */
type KeyOf<R> = R extends { idempotencyKey: true }
  ? { idempotencyKey?: string }
  : R extends { upload: true } | { document: true } | { idempotencyKey: false }
    ? unknown
    : R extends { auth: "caller" | "user" }
      ? { idempotencyKey?: string }
      : unknown;

type Part<Name extends string, T> = [keyof T] extends [never]
  ? unknown
  : object extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };

type QueryOf<R> = (R extends { query: infer Q extends TSchema } ? Static<Q> : unknown) &
  (R extends { list: infer L } ? ListQuery<L> : unknown);

type ListQuery<L> = {
  limit?: number;
  offset?: number;
  page?: number;
  ordering?: L extends { ordering: readonly (infer Field extends string)[] } ? Field | `-${Field}` : never;
} & (L extends { search: true } ? { search?: string } : unknown);

type BodyOf<R> = R extends { body: infer B extends TSchema } ? Static<B> : unknown;

/** Data of a response: a list's envelope, a file's bytes, or null without content. */
export type DataOf<R> = R extends { download: readonly string[] }
  ? Blob
  : R extends { list: object; response: infer S extends TSchema }
    ? Envelope<Static<S>>
    : R extends { response: infer S extends TSchema }
      ? Static<S> | (R extends { checks: infer C extends TSchema } ? Static<C> : never)
      : R extends { continues: infer C extends TSchema }
        ? Static<C> | null
        : null;
