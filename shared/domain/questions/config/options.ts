/** `options` of a config (decisions §4.1). */

import { Condition } from "../../conditions/condition.ts";
import { placesLimit } from "../../limits.ts";
import { Closed, field, Nullable, type Static, type TSchema, Type } from "../../schema.ts";
import { ImageUrl, Label, Name, SourceCode, Text } from "./words.ts";

const image = {
  image_url: ImageUrl("Image"),
  alt: Text("Alternative text", { description: "Describes the image for people who can't see it." }),
};

/** Validated with the graph's other conditions (../../graph/guards.ts), because it reads other nodes. */
const showIf = Type.Optional(
  Type.Unknown({
    documented: { ...Nullable(Condition), description: "The option is offered only if this is true." },
  }),
);

/** The code of an option, a row or a column in the tool that it comes from. */
export const sourceValue = {
  source_value: Type.Optional(
    SourceCode("Source value", "Its code in another tool. Imports of responses look for it first."),
  ),
};

/** An option to rank. */
export const RankedOption = Closed({
  value: Name("Value"),
  label: Label("Label"),
  ...sourceValue,
  image_url: Type.Optional(image.image_url),
  alt: Type.Optional(image.alt),
  exclusive: Type.Optional(Type.Boolean(field("boolean", "Exclusive", "Can't be combined with other options."))),
  show_if: showIf,
});

export const Option = Closed({
  ...RankedOption.properties,
  limit: Type.Optional(
    Type.Integer({
      ...field("integer", "Places", "Completed responses that can have this option. Then it is full."),
      minimum: 1,
      maximum: placesLimit,
    }),
  ),
});

/** `alt` can be empty, for an image that adds nothing to its label. */
export const PictureOption = Closed({ ...Option.properties, ...image });

export const EmojiOption = Closed({
  value: Name("Value"),
  emoji: Label("Emoji", { editor: "emoji", maxLength: 32 }),
  label: Label("Label"),
  ...sourceValue,
});

export type Option = Static<typeof Option>;

/** Returns the schema of a list of options, rows or columns. */
export const Choices = <S extends TSchema>(item: S, minItems: number, maxItems: number, title = "Options") =>
  Type.Array(item, { ...field("choice_list", title), minItems, maxItems });
