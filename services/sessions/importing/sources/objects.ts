import type { Json } from "../../../../shared/domain/json.ts";
import { hiddenMembers, isObject, type Member, type ObjectFormat, ownMembers } from "./responseObject.ts";

type Fields = Readonly<Record<string, Json>>;

/** A line of Pathform's NDJSON: the detail of a session. */
const pathform: ObjectFormat = {
  source: "pathform",
  zone: "UTC",
  isOf: ({ version_number, status, answers, started_at }) =>
    typeof version_number === "number" &&
    typeof status === "string" &&
    typeof started_at === "string" &&
    Array.isArray(answers) &&
    answers.every((answer) => isObject(answer) && typeof answer.node_id === "string"),
  members: (session) => [
    ...ownMembers(session, { id: "id", started_at: "started_at", completed_at: "completed_at", language: "language" }),
    ...hiddenMembers(session.hidden, "hidden."),
    ...listOf(session.answers).map((answer) => answerMember(nameOf(answer.node_id), answer.answer ?? null)),
  ],
  isUnfinished: ({ status }) => status !== "completed",
};

/** An item of Typeform's Responses API. */
const typeform: ObjectFormat = {
  source: "typeform_api",
  zone: "UTC",
  isOf: (item) =>
    ("token" in item || "response_id" in item) &&
    ("landed_at" in item || "submitted_at" in item) &&
    (item.answers === undefined || item.answers === null || Array.isArray(item.answers)),
  members: (item) => [
    ...ownMembers("token" in item ? item : { ...item, token: item.response_id ?? null }, {
      token: "id",
      landed_at: "started_at",
      submitted_at: "completed_at",
    }).map((member) => (isNoTime(member.value) ? { ...member, value: null } : member)),
    ...hiddenMembers(item.hidden),
    ...listOf(item.answers).map((answer) => {
      const field = isObject(answer.field) ? answer.field : {};
      return answerMember(nameOf(field.ref) || nameOf(field.id), typeformValue(answer));
    }),
  ],
  isUnfinished: ({ submitted_at, response_type }) =>
    !submitted_at || isNoTime(submitted_at) || (typeof response_type === "string" && response_type !== "completed"),
};

/** Typeform writes year 1 for a response that isn't submitted. */
const isNoTime = (value: Json): boolean => typeof value === "string" && value.startsWith("0001-01-01");

/** Returns the value of an answer, of choices their labels and own text. */
function typeformValue(answer: Fields): Json {
  const type = nameOf(answer.type);
  const value = Object.hasOwn(answer, type) ? (answer[type] ?? null) : null;
  if (!isObject(value)) return value;
  if (Array.isArray(value.labels) || type === "choices")
    return [...(Array.isArray(value.labels) ? value.labels : []), ...(value.other ? [value.other] : [])];
  return value.label ?? value.other ?? value;
}

/** Any other object: its members are answers by the names of questions. */
const surveyJs: ObjectFormat = {
  source: "surveyjs",
  zone: null,
  isOf: () => true,
  members: (response) => Object.entries(response).map(([name, value]) => answerMember(name, value)),
};

const answerMember = (name: string, value: Json): Member => ({
  ...{ key: `answer:${name}`, header: name },
  ...{ own: null, value },
});

const nameOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

const listOf = (value: Json | undefined): { [key: string]: Json }[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Returns the form that the first response of a file has. */
export const objectFormatOf = (response: Fields): ObjectFormat =>
  [pathform, typeform].find(({ isOf }) => isOf(response)) ?? surveyJs;
