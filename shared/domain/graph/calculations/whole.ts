import type { Domain } from "../../questions/question.ts";
import type { Questions } from "../domains.ts";
import type { Part } from "./expression.ts";

/** Returns whether a part only has whole numbers. `isWholeKey` answers for calculations. */
export function isWhole(part: Part, questions: Questions, isWholeKey: (key: string) => boolean): boolean {
  const inner = (item: Part) => isWhole(item, questions, isWholeKey);
  switch (part.kind) {
    case "number":
      return Number.isInteger(part.value);
    case "answer":
      return isWholeNumber(questions.get(part.node_id)?.domain);
    case "rows": {
      const domain = questions.get(part.node_id)?.fields?.get(part.field)?.domain;
      return part.op === "sum_of" && isWholeNumber(domain);
    }
    case "calculation":
      return isWholeKey(part.key);
    case "hidden":
      return false;
    case "list":
      return part.op === "count" || (part.op !== "mean" && part.items.every(inner));
    case "pair":
      return part.op !== "divide" && part.items.every(inner);
    case "single":
      return part.op !== "abs" || inner(part.item);
    case "round":
      return part.digits <= 0 || inner(part.item);
    case "if":
      return inner(part.then) && inner(part.otherwise);
    default:
      return true;
  }
}

const isWholeNumber = (domain: Domain | null | undefined): boolean =>
  domain?.family === "num" && Number.isInteger(domain.step) && Number.isInteger(domain.min ?? 0);
