import type { INodeProperties } from "n8n-workflow";

/** The form that a node works with. */
export const formField = {
  displayName: "Form Name or ID",
  name: "slug",
  type: "options",
  typeOptions: { loadOptionsMethod: "forms" },
  default: "",
  required: true,
  description:
    'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>. The ID is the end of the form’s link.',
} satisfies INodeProperties;
