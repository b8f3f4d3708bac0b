import type { Json } from "../../../shared/graph/types.ts";
import { Type } from "../../../shared/schema.ts";
import type { ConfigField } from "./type.ts";

/** An http or https address. Private ones are taken here and refused at delivery (decisions §7). */
export const address: Pick<ConfigField, "shape" | "problems"> = {
  shape: Type.String({ minLength: 1, maxLength: 2048 }),
  problems: (value: Json) => (isHttp(String(value)) ? [] : [": must be an http or https address"]),
};

const isHttp = (text: string) => /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text);
