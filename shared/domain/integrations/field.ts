import { idPattern } from "../formats.ts";
import type { Json } from "../graph/types.ts";
import { type EditorKind, type Static, type TSchema, Type } from "../schema.ts";

/** What an editor knows of a field (shared/domain/schema.ts, `field`), and what a service does with it. */
interface Annotations {
  title: string;
  description: string;
  /** the value where none is given, and after null has cleared it */
  default?: Json;
  "x-editor": Extract<EditorKind, "text" | "url" | "boolean" | "integer" | "node" | "node_map" | "headers">;
  /** A secret: stored encrypted and never returned. */
  writeOnly?: true;
  /** A delivery needs it. */
  "x-required"?: true;
}

/** One field of a `config`: its schema, and what an editor has to know of it. */
export type ConfigField = TSchema & Annotations;
export type ConfigFields = Record<string, ConfigField>;

type About = Pick<Annotations, "title" | "description">;

/** The schema is a new one, made for this field. */
const annotated = <S extends TSchema, const A extends Annotations>(schema: S, annotations: A): S & A =>
  Object.assign(schema, annotations);

export const text = <const A extends Omit<Annotations, "x-editor">>(
  options: { minLength?: number; maxLength?: number; pattern?: string; patternMessage?: string },
  annotations: A,
) => annotated(Type.String(options), { ...annotations, "x-editor": "text" });

/** An http or https address. Private ones are taken here and refused at delivery (decisions §7). */
export const url = <const A extends Omit<Annotations, "x-editor">>(annotations: A) =>
  annotated(Type.String({ minLength: 1, maxLength: 2048 }), { ...annotations, "x-editor": "url" });

export const flag = <const A extends Omit<Annotations, "x-editor">>(annotations: A) =>
  annotated(Type.Boolean(), { ...annotations, "x-editor": "boolean" });

const nodeId = () =>
  Type.String({ pattern: idPattern, patternMessage: "must be a node ID: 1–64 of A–Z, a–z, 0–9, _ and -" });

/** A question of the forms that the integration is attached to. */
export const node = <const A extends Omit<Annotations, "x-editor">>(annotations: A) =>
  annotated(nodeId(), { ...annotations, "x-editor": "node" });

/** Which answer goes where: names at the provider → node ids of a form. */
export const nodeMap = (about: About) =>
  annotated(Type.Record(Type.String(), nodeId()), { ...about, default: {}, "x-editor": "node_map" });

/** Names and values of HTTP headers. The values are secrets: they are stored encrypted, and shown masked (maskedValue.ts). */
export const headers = (about: About) =>
  annotated(Type.Record(Type.String(), Type.String({ maxLength: 2048 })), { ...about, "x-editor": "headers" });

type Filled<F extends ConfigFields> = {
  [K in keyof F]: F[K] extends { writeOnly: true } ? never : F[K] extends { default: Json } ? K : never;
}[keyof F];
type Secrets<F extends ConfigFields> = { [K in keyof F]: F[K] extends { writeOnly: true } ? K : never }[keyof F];

/** A `config` as its module reads it: secrets are kept apart, and what has no default may be filled in later. */
export type ConfigOf<F extends ConfigFields> = { readonly [K in Filled<F>]: Static<F[K]> } & {
  readonly [K in Exclude<keyof F, Filled<F> | Secrets<F>>]?: Static<F[K]>;
};
