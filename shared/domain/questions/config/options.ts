/** `options` of a config (decisions §4.1). */
import { Closed, field, type Static, type TSchema, Type } from "../../schema.ts";
import { ImageUrl, Label, Name, Text } from "./words.ts";

const picture = {
  image_url: ImageUrl("Image"),
  alt: Text("Alternative text", { description: "Describes the image for people who can't see it." }),
};

export const Option = Closed({
  value: Name("Value"),
  label: Label("Label"),
  image_url: Type.Optional(picture.image_url),
  alt: Type.Optional(picture.alt),
  exclusive: Type.Optional(Type.Boolean(field("boolean", "Exclusive", "Can't be combined with other options."))),
});

/** `alt` may be empty: a picture that says no more than its label is decoration to a screen reader. */
export const PictureOption = Closed({ ...Option.properties, ...picture });

export const EmojiOption = Closed({
  value: Name("Value"),
  emoji: Label("Emoji", { editor: "emoji", maxLength: 32 }),
  label: Label("Label"),
});

export type Option = Static<typeof Option>;

/** What respondents choose from. */
export const Choices = <S extends TSchema>(item: S, minItems: number, maxItems: number, title = "Options") =>
  Type.Array(item, { ...field("choice_list", title), minItems, maxItems });
