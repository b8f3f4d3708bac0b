/** Names of question types, for all pages. */

/** Names of types that differ from their identifier. */
export const typeNames: Readonly<Record<string, string>> = {
  yes_no: "Yes or no",
  email: "Email",
  checkbox: "Checkboxes",
  phone: "Phone number",
};
export const untitled = (type: string) => `Untitled (${type})`;
