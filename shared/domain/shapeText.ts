import type { ShapeReason } from "./scalars.ts";

/** A text for each kind of reason. */
export type Texts<Reason extends { kind: string }> = {
  [Kind in Reason["kind"]]: (reason: Extract<Reason, { kind: Kind }>) => string;
};

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`;

export const shapeTexts: Texts<ShapeReason> = {
  required: () => "is required",
  unknown_field: () => "unknown field",
  null_value: () => "must not be null",
  not_unicode: () => "must be valid Unicode text, without lone surrogates",
  wrong_type: ({ expected }) => expected,
  wrong_format: ({ expected }) => expected,
  not_allowed: ({ allowed }) => `must be ${allowed.length === 1 ? "" : "one of "}${allowed.join(", ")}`,
  below_minimum: ({ limit }) => `must be at least ${limit}`,
  not_above: ({ limit }) => `must be greater than ${limit}`,
  above_maximum: ({ limit }) => `must be at most ${limit}`,
  too_short: ({ limit }) => (limit === 1 ? "must not be empty" : `must be at least ${limit} characters long`),
  too_long: ({ limit }) => `must be at most ${limit} characters long`,
  too_few_items: ({ limit }) => `must have at least ${counted(limit, "item")}`,
  too_many_items: ({ limit }) => `must have at most ${counted(limit, "item")}`,
  too_many_fields: ({ limit }) => `must have at most ${counted(limit, "field")}`,
};

/** Words why a value has the wrong shape. */
export const shapeText = (reason: ShapeReason): string =>
  (shapeTexts[reason.kind] as (reason: ShapeReason) => string)(reason);
