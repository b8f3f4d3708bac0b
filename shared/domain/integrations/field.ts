import { idPattern } from "../formats.ts";
import type { Json } from "../json.ts";
import { type EditorKind, type Static, type TSchema, Type } from "../schema.ts";

/** Annotations of a field for editors (shared/domain/schema.ts, `field`) and services. */
interface Annotations {
  title: string;
  description: string;
  /** value if the field is missing or null */
  default?: Json;
  "x-editor": Extract<EditorKind, "text" | "url" | "boolean" | "integer" | "node" | "node_map" | "headers">;
  /** A secret: stored encrypted and never returned. */
  writeOnly?: true;
  /** required for deliveries */
  "x-required"?: true;
}

/** A field of a `config`: its schema with annotations. */
export type ConfigField = TSchema & Annotations;
export type ConfigFields = Record<string, ConfigField>;

type About = Pick<Annotations, "title" | "description">;

/** Adds annotations to a new schema. */
const annotated = <S extends TSchema, const A extends Annotations>(schema: S, annotations: A): S & A =>
  Object.assign(schema, annotations);

export const text = <const A extends Omit<Annotations, "x-editor">>(
  options: { minLength?: number; maxLength?: number; pattern?: string; patternMessage?: string },
  annotations: A,
) => annotated(Type.String(options), { ...annotations, "x-editor": "text" });

/** Returns a field for an http or https URL. Private addresses are rejected at delivery (decisions §7). */
export const url = <const A extends Omit<Annotations, "x-editor">>(annotations: A) =>
  annotated(Type.String({ minLength: 1, maxLength: 2048 }), { ...annotations, "x-editor": "url" });

export const flag = <const A extends Omit<Annotations, "x-editor">>(annotations: A) =>
  annotated(Type.Boolean(), { ...annotations, "x-editor": "boolean" });

const nodeId = () =>
  Type.String({ pattern: idPattern, patternMessage: "must be a node ID: 1–64 of A–Z, a–z, 0–9, _ and -" });

/** Returns a field for a question of the attached forms. */
export const node = <const A extends Omit<Annotations, "x-editor">>(annotations: A) =>
  annotated(nodeId(), { ...annotations, "x-editor": "node" });

/** A node, or a value of the session. No node ID has a colon. */
const mappedId = () =>
  Type.String({
    pattern: `${idPattern}|^(?:(?:calculation|band|hidden):(?!(?:__proto__|constructor|prototype)$)[A-Za-z0-9_-]{1,64}|score:total)$`,
    patternMessage: "must be a node ID, calculation:<key>, band:<key>, hidden:<key> or score:total",
  });

/** Returns a field that maps the provider's names to node ids and values of the session. */
export const nodeMap = (about: About) =>
  annotated(Type.Record(Type.String(), mappedId()), { ...about, default: {}, "x-editor": "node_map" });

/** Returns a field for HTTP headers. Their values are stored encrypted and shown masked (maskedValue.ts). */
export const headers = (about: About) =>
  annotated(Type.Record(Type.String(), Type.String({ maxLength: 2048 })), { ...about, "x-editor": "headers" });

type Filled<F extends ConfigFields> = {
  [K in keyof F]: F[K] extends { writeOnly: true } ? never : F[K] extends { default: Json } ? K : never;
}[keyof F];
type Secrets<F extends ConfigFields> = { [K in keyof F]: F[K] extends { writeOnly: true } ? K : never }[keyof F];

/** A `config` without secrets. Fields without default are optional. */
export type ConfigOf<F extends ConfigFields> = { readonly [K in Filled<F>]: Static<F[K]> } & {
  readonly [K in Exclude<keyof F, Filled<F> | Secrets<F>>]?: Static<F[K]>;
};
