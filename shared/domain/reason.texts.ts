import { ProblemReason } from "./reason.ts";
import { texts } from "./texts.ts";

/** Texts of the API about the properties of reason.ts. */
export const reasonTexts = [
  texts(ProblemReason, {
    kind: "Stable name of the reason. It says which of the other fields are set.",
    field: "Dotted keys from `path` to the place of the problem, if nothing is there.",
    node_id: "Node that the reason names.",
    node_ids: "Nodes that the reason names.",
    page_id: "Page that the reason names.",
    language: "Language tag of translations.",
    question_type: "Type of the question that the reason names.",
    type_before: "Question type in the current version.",
    key: "Key of a hidden field, calculation, band, option, row, column, field of records or translation.",
    edge_index: "Index of the earlier edge.",
    index: "Index of the other item in the same list.",
    setting: "Another setting that this one must fit.",
    changed: "Dotted field that changed.",
    why: "Meaning of the change, in English.",
    when: "State that no edge matches, in English.",
    expected: "Valid values, in English.",
    refusal: "Why the answer is invalid.",
    allowed: "Values that are allowed instead.",
    limit: "The limit that is exceeded.",
    minimum: "Lowest value that is allowed.",
    maximum: "Highest value that is allowed.",
    count: "Number of all items, if the list has only the first ones.",
    op: "Operator of the comparison.",
    left: "Left side of the comparison with the problem.",
    value: "The wrong value: a text or a number.",
    family: "Kind of the operand's values: text, num, date, one, many, rank, row or count.",
    wanted: "Kind of answer that fits: number, date, list or records.",
    precision: "Precision of the date question: day, minute or time.",
    part: "Kind of the unknown part: option, row or column.",
    known: "The first 10 known ones.",
  }),
];
