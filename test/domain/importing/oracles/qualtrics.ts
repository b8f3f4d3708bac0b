import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { Oracle } from "./walks.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document of another tool
type Any = any;

/** Answers a survey as Qualtrics documents its flow: branches, display logic, skips to the end of a block, and ends of the survey. */
export function qualtricsOracle({ SurveyElements: elements }: Any): Oracle {
  const payloads = (kind: string): Any[] =>
    elements.filter((it: Any) => it.Element === kind).map((it: Any) => it.Payload);
  const questions = payloads("SQ");
  const byId = (qid: string): Any => questions.find((it) => it.QuestionID === qid);
  const answers = new Map<string, Json>();
  const partHolds = (part: Any): boolean => {
    if (part.LogicType === "EmbeddedField") return part.RightOperand === "";
    const [, qid, kind, choice] = /^q:\/\/(\w+)\/(\w+)(?:\/(\w+))?$/.exec(part.ChoiceLocator) ?? [];
    const question = byId(qid ?? "");
    const answer = answers.get(question.DataExportTag) ?? null;
    const chosen = (Array.isArray(answer) ? answer : [answer]).map((code) => {
      const recodes = Object.entries(question.RecodeValues ?? {});
      return recodes.find(([, recode]) => recode === code)?.[0] ?? code;
    });
    if (kind === "SelectableChoice") return chosen.includes(choice as string) === (part.Operator === "Selected");
    if (part.Operator === "NotEmpty") return answer !== null;
    const [left, right] = [Number(answer), Number(part.RightOperand)];
    return answer !== null && (part.Operator === "LessThan" ? left < right : left > right);
  };
  const partsOf = (logic: Any): Any[] =>
    Object.keys(logic ?? {})
      .filter((key) => /^\d+$/.test(key))
      .map((key) => logic[key]);
  const any = (parts: boolean[], words: string[]): boolean => {
    const groups: boolean[][] = [];
    for (const [at, part] of parts.entries())
      if (at === 0 || /^or/i.test(words[at] ?? "")) groups.push([part]);
      else groups.at(-1)?.push(part);
    return groups.some((group) => group.every(Boolean));
  };
  const holds = (logic: Any): boolean => {
    const sets = partsOf(logic);
    const all = sets.map((set) =>
      any(
        partsOf(set).map(partHolds),
        partsOf(set).map((it) => it.Conjuction ?? ""),
      ),
    );
    return (
      sets.length === 0 ||
      any(
        all,
        sets.map((set) => set.Type),
      )
    );
  };
  const isSkipped = (block: Any, at: number): boolean =>
    block.BlockElements.slice(0, at).some((element: Any) =>
      (element.SkipLogic ?? []).some((skip: Any) =>
        partHolds({ ...skip, LogicType: "Question", Operator: skip.Condition }),
      ),
    );
  /** Questions that are asked with the answers so far. */
  const asked = (flow: Any[], found: Set<string>): boolean => {
    for (const part of flow) {
      if (part.Type === "EndSurvey") return false;
      if (part.Type === "Branch" && holds(part.BranchLogic) && !asked(part.Flow, found)) return false;
      const block = payloads("BL")[0].find((it: Any) => it.ID === part.ID);
      for (const [at, { QuestionID }] of (block?.BlockElements ?? []).entries())
        if (QuestionID && !isSkipped(block, at) && holds(byId(QuestionID).DisplayLogic))
          found.add(byId(QuestionID).DataExportTag);
    }
    return true;
  };
  return {
    isAsked: (id) => {
      if (!questions.some(({ DataExportTag }) => DataExportTag === id)) return null;
      const found = new Set<string>();
      asked(payloads("FL")[0].Flow, found);
      return found.has(id);
    },
    answer: (id, value) => void answers.set(id, value),
  };
}
