/** Parts of the inspector that edit conditions, loaded when one is shown. */
export { ConditionEditor } from "../conditions/conditionEditor.tsx";
export { AnswerChecks } from "./answerChecks.tsx";
export { Rules } from "./rules.tsx";
