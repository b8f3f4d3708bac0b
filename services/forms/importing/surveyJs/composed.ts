import { list, type Raw, text } from "../values.ts";
import { fitted } from "../wording.ts";
import { isKnownType } from "./members.ts";
import type { Element, Survey } from "./survey.ts";

/** Types of a site's own that ask for several parts, such as an address, with the fields that these usually have. */
const usual: readonly { pattern: RegExp; fields: readonly Raw[] }[] = [
  {
    pattern: /^(full|person)?[-_]?name$|^(person|full)[-_]?name/i,
    fields: [
      { name: "first", title: "First name" },
      { name: "last", title: "Last name" },
    ],
  },
  {
    pattern: /^(postal|mailing|home|full)?[-_]?address/i,
    fields: [
      { name: "street", title: "Street" },
      { name: "city", title: "City" },
      { name: "state", title: "State or province" },
      { name: "zip", title: "Postal code" },
    ],
  },
  {
    pattern: /^contact([-_]?(info|details|data))?$/i,
    fields: [
      { name: "email", title: "Email", inputType: "email" },
      { name: "phone", title: "Phone", inputType: "tel" },
    ],
  },
];

/**
 * Returns an element of such a type as several texts, with the parts that conditions and texts of the survey read. A name is one
 * text unless they read its parts. Other elements stay as they are.
 */
export function composed(survey: Survey, element: Element): Element {
  const { raw, item } = element;
  const [type, name] = [text(raw.type), text(raw.name)];
  if (isKnownType(type) || survey.repeats.isOpen || list(raw.choices).length > 0) return element;
  const kind = usual.find(({ pattern }) => pattern.test(type));
  const read = [...(survey.partsRead.get(name) ?? [])];
  if (!kind || (kind === usual[0] && read.length === 0)) return element;
  const known = kind.fields.filter((field) => kind !== usual[0] || read.includes(text(field.name)));
  const others = read.filter((part) => !known.some((field) => field.name === part)).map((part) => ({ name: part }));
  item.changed("usual_type", `The type \`${fitted(type, 60)}\` isn't known, so its usual fields became questions.`);
  return { ...element, raw: { ...raw, type: "multipletext", items: [...known, ...others] } };
}
