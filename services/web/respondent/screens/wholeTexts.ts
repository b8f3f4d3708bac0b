import { options } from "preact";

/**
 * From now on, marks each drawn element whose own text or value has a letter that the theme's font lacks (letters.css). Holds
 * for all elements of this program until it is called again. Takes a pattern of `lackedBy`.
 */
export function keepTextsWhole(lacked: string | null): void {
  const letter = lacked && new RegExp(lacked, "u");
  options.vnode = ({ type, props }: { type: unknown; props: { value?: unknown; children?: unknown } }) => {
    // elements among the children are written as [object Object]
    if (letter && typeof type === "string" && letter.test(`${props.value} ${props.children}`))
      Object.assign(props, { "data-system-font": "" });
  };
}
