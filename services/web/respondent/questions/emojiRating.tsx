import type * as config from "../../../../shared/domain/questions/config/choice.ts";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import { drawn, marked, optionKey } from "../marks.ts";
import { words } from "../words.ts";
import { itemOfLetter, letterOf } from "./keys.ts";
import { ChoiceFoot } from "./parts/choiceFoot.tsx";
import { groupAttributes } from "./parts/fieldAttributes.ts";
import { useRadios } from "./parts/radios.ts";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.emojiRating, "emoji_rating">;

const inOwnWords = (option: Config["options"][number]) => ({
  ...option,
  label: words.emojis[option.value as keyof typeof words.emojis],
});

export default function EmojiRating(question: QuestionProps<Config>) {
  const { config, ownConfig, value, onChange, onContinue, onAnswered, isDisabled = false } = question;
  const options = ownConfig?.options ?? config.options.map(inOwnWords);
  const chosen = options.findIndex((option) => option.value === value);
  const radio = useRadios({
    count: options.length,
    chosen,
    isDisabled,
    shortcut: (key) => itemOfLetter(key, options.length),
    onContinue,
    onChoose(index, byPointer) {
      onChange(options[index]?.value ?? null);
      if (byPointer) onAnswered?.();
    },
  });
  return (
    <>
      <div class="emojis" {...groupAttributes(question, "radiogroup")}>
        {options.map(({ value, emoji, ...label }, index) => (
          <button key={value} class="card emoji" aria-keyshortcuts={letterOf(index)} {...radio(index)}>
            <span class="emoji-face" aria-hidden="true">
              {emoji}
            </span>
            <span class="emoji-label" dir="auto" {...marked(optionKey(question.nodeId, value))}>
              {drawn(label)}
            </span>
            <span class="card-key" aria-hidden="true">
              {letterOf(index)}
            </span>
          </button>
        ))}
      </div>
      <ChoiceFoot question={question} isAnswered={chosen >= 0} onClear={() => onChange(null)} />
    </>
  );
}
