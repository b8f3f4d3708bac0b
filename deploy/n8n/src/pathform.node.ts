import type {
  IDataObject,
  IExecuteFunctions,
  INodeExecutionData,
  INodeProperties,
  INodeType,
  INodeTypeDescription,
} from "n8n-workflow";
import { formField } from "./fields.ts";
import { forms, items, request } from "./request.ts";

const operations = {
  "form.getAll": "Get many forms",
  "response.getAll": "Get many responses",
  "response.get": "Get a response",
  "response.correct": "Correct a response",
  "link.create": "Create a personal link",
} as const;
type Operation = keyof typeof operations;

const shownFor = (...shown: Operation[]) => ({ show: { operation: shown } });
const properties: INodeProperties[] = [
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    options: Object.entries(operations).map(([value, name]) => ({ name, value, action: name })),
    default: "response.getAll",
  },
  { ...formField, displayOptions: { hide: { operation: ["form.getAll"] } } },
  {
    displayName: "Response ID",
    name: "sessionId",
    type: "string",
    default: "",
    required: true,
    displayOptions: shownFor("response.get", "response.correct"),
  },
  {
    displayName: "Answers",
    name: "answers",
    type: "json",
    default: "{}",
    required: true,
    description: "New answers by question IDs. Null removes one.",
    displayOptions: shownFor("response.correct"),
  },
  {
    displayName: "Reason",
    name: "reason",
    type: "string",
    default: "",
    description: "Stands in the response’s history",
    displayOptions: shownFor("response.correct"),
  },
  {
    displayName: "Reference",
    name: "reference",
    type: "string",
    default: "",
    required: true,
    description: "An email address, or what names the person with you",
    displayOptions: shownFor("link.create"),
  },
  {
    displayName: "Hidden Fields",
    name: "hidden",
    type: "json",
    default: "{}",
    displayOptions: shownFor("link.create"),
  },
  {
    displayName: "Status",
    name: "status",
    type: "options",
    options: [
      { name: "Any", value: "" },
      { name: "Completed", value: "completed" },
      { name: "In Progress", value: "in_progress" },
      { name: "Abandoned", value: "abandoned" },
    ],
    default: "completed",
    displayOptions: shownFor("response.getAll"),
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: { minValue: 1 },
    default: 50,
    description: "Max number of results to return",
    displayOptions: shownFor("form.getAll", "response.getAll"),
  },
];

/** Reads forms and responses, corrects responses and creates personal links. */
export class Pathform implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Pathform",
    name: "pathform",
    icon: "file:pathform.svg",
    group: ["transform"],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: "Read and correct responses of forms, and create personal links",
    defaults: { name: "Pathform" },
    inputs: ["main"],
    outputs: ["main"],
    usableAsTool: true,
    credentials: [{ name: "pathformApi", required: true }],
    properties,
  };
  methods = { loadOptions: { forms } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const made: INodeExecutionData[] = [];
    for (const [at] of this.getInputData().entries()) {
      try {
        const results = await perform(this, at);
        made.push(...results.map((json) => ({ json, pairedItem: { item: at } })));
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        made.push({ json: { error: (error as Error).message }, pairedItem: { item: at } });
      }
    }
    return [made];
  }
}

/** Performs the operation of an item. */
function perform(by: IExecuteFunctions, at: number): Promise<IDataObject[]> {
  const value = <T>(name: string) => by.getNodeParameter(name, at) as T;
  const json = (name: string): IDataObject => {
    const given = value<string | IDataObject>(name);
    return typeof given === "string" ? JSON.parse(given) : given;
  };
  const form = () => `/api/v2/form/${encodeURIComponent(value<string>("slug"))}`;
  const response = () => `${form()}/responses/${encodeURIComponent(value<string>("sessionId"))}`;
  const acts: Record<Operation, () => Promise<IDataObject[]>> = {
    "form.getAll": () => items(by, "/api/v2/form/", {}, value("limit")),
    "response.getAll": () => {
      const status = value<string>("status");
      return items(by, `${form()}/responses/`, { include: "answers", ...(status && { status }) }, value("limit"));
    },
    "response.get": async () => [await request(by, "GET", `${response()}/`)],
    "response.correct": async () => {
      const reason = value<string>("reason");
      const body = { answers: json("answers"), ...(reason && { reason }) };
      return [await request(by, "PATCH", `${response()}/answers/`, { body })];
    },
    "link.create": async () => {
      const body = { links: [{ reference: value<string>("reference"), hidden: json("hidden") }] };
      const { results } = await request<{ results: IDataObject[] }>(by, "POST", `${form()}/links/`, { body });
      return results;
    },
  };
  return acts[value<Operation>("operation")]();
}
