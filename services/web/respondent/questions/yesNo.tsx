import type * as config from "../../../../shared/domain/questions/config/choice.ts";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import { words } from "../words.ts";
import { latinLetter } from "./keys.ts";
import { ChoiceCards } from "./parts/choiceCards.tsx";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.yesNo, "yes_no">;

/** Y and N for all labels, because every keyboard has them and they are shown. */
const letters = ["Y", "N"];

export default function YesNo(question: QuestionProps<Config>) {
  const { yes_label = words.choices.yes, no_label = words.choices.no } = question.ownConfig ?? {};
  const choices = [
    { value: "yes", label: yes_label, letter: "Y" },
    { value: "no", label: no_label, letter: "N" },
  ];
  const shortcut = (key: Parameters<typeof latinLetter>[0]) => {
    const index = letters.indexOf(latinLetter(key));
    return index < 0 ? null : index;
  };
  const keyOf = (nodeId: string, value: string) => `${nodeId}.${value}_label`;
  return <ChoiceCards question={question} choices={choices} shortcut={shortcut} keyOf={keyOf} />;
}
