import type { Json } from "./json.ts";
import type { Static, TSchema } from "./schema.ts";

/**
 * Texts of the API about a shape's properties, by their names. An object that has no name in the document is a pair of its text
 * and those of its properties.
 */
export interface Texts {
  readonly [property: string]: string | readonly [string, Texts];
}

type TextsOf<T> = { readonly [K in KeyOf<T>]-?: string | Pair<Inner<ValueOf<T, K>>> };
type Pair<T> = [T] extends [never] ? never : readonly [string, TextsOf<T>];

/** Keys of any of the types, not only those that all have. */
type KeyOf<T> = T extends unknown ? keyof T & string : never;
type ValueOf<T, K extends string> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

/** The objects in lists and records. Any JSON has none. */
type Inner<T> = unknown extends T
  ? never
  : Json extends T
    ? never
    : T extends readonly (infer Item)[]
      ? Inner<Item>
      : T extends object
        ? string extends keyof T
          ? Inner<T[keyof T]>
          : T
        : never;

type One<S> = S extends readonly (infer Shape)[] ? Shape : S;
type Value<S> = S extends TSchema ? Static<S> : never;

/** Shapes with the texts of their properties. */
export interface Described {
  readonly shapes: readonly TSchema[];
  readonly texts: Texts;
}

/** Describes every property of a shape, or of several shapes in which one name means the same. */
export const texts = <const S extends TSchema | readonly TSchema[]>(
  shapes: S,
  properties: TextsOf<Value<One<S>>>,
): Described => ({ shapes: [shapes].flat() as TSchema[], texts: properties as Texts });

/** Describes those properties that their shapes don't describe, such as fields that editors explain (`field`). */
export const moreTexts = <const S extends TSchema | readonly TSchema[]>(
  shapes: S,
  properties: Partial<TextsOf<Value<One<S>>>>,
): Described => texts(shapes, properties as TextsOf<Value<One<S>>>);
