import type * as config from "../../../../shared/domain/questions/config/choice.ts";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import { itemOfLetter, letterOf } from "./keys.ts";
import { ChoiceCards } from "./parts/choiceCards.tsx";
import { useOrder } from "./parts/order.ts";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.multipleChoice, "multiple_choice">;

export default function MultipleChoice(question: QuestionProps<Config>) {
  const { options, shuffle, allow_other } = question.config;
  const { ordered, isHidden } = useOrder(options, shuffle, question);
  const choices = ordered.map((option, index) => ({ ...option, letter: letterOf(index) }));
  const count = choices.length + (allow_other ? 1 : 0);
  return (
    <ChoiceCards
      question={question}
      choices={choices}
      isHidden={isHidden}
      allowOther={allow_other}
      otherLetter={letterOf(choices.length)}
      shortcut={(key) => itemOfLetter(key, count)}
    />
  );
}
