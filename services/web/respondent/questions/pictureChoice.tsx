import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/selection.ts";
import { drawn, marked, optionKey } from "../marks.ts";
import type { Drawn } from "../markup/markup.ts";
import { itemOfLetter, letterOf } from "./keys.ts";
import { CardMarks } from "./parts/cardMarks.tsx";
import { useChecks } from "./parts/checks.ts";
import { ChoiceFoot } from "./parts/choiceFoot.tsx";
import { fullAttributes, groupAttributes } from "./parts/fieldAttributes.ts";
import { useRadios } from "./parts/radios.ts";
import { SelectionCount, selectionOf } from "./parts/selectionState.tsx";
import type { QuestionProps } from "./question.ts";
import { textsOf } from "./selections.ts";

type Config = ConfigOf<typeof config.pictureChoice, "picture_choice">;
type Question = QuestionProps<Config>;

export default function PictureChoice(question: Question) {
  return question.config.multiple ? <Several {...question} /> : <One {...question} />;
}

function One(question: Question) {
  const { config, value, onChange, onContinue, onAnswered, isDisabled = false } = question;
  const { options } = config;
  const chosen = options.findIndex((option) => option.value === textsOf(value)[0]);
  const radio = useRadios({
    count: options.length,
    chosen,
    isDisabled,
    shortcut: (key) => itemOfLetter(key, options.length),
    onContinue,
    onChoose(index, byPointer) {
      onChange([options[index]?.value ?? ""]);
      if (byPointer) onAnswered?.();
    },
  });
  return (
    <>
      <div class="image-cards" {...groupAttributes(question, "radiogroup")}>
        {options.map((option, index) => (
          <button
            key={option.value}
            class="card image-card"
            aria-keyshortcuts={letterOf(index)}
            {...radio(index)}
            {...fullAttributes(question, option.value)}
          >
            <ImageCard {...option} labelKey={optionKey(question.nodeId, option.value)} letter={letterOf(index)} />
          </button>
        ))}
      </div>
      <ChoiceFoot question={question} isAnswered={chosen >= 0} onClear={() => onChange(null)} />
    </>
  );
}

function Several(question: Question) {
  const { config, onContinue } = question;
  const { options } = config;
  const { chosen, count, isBlocked, toggle } = selectionOf(question, options, Infinity);
  const valueAt = (index: number) => options[index]?.value ?? "";
  const check = useChecks({
    count: options.length,
    isChosen: (index) => chosen.includes(valueAt(index)),
    isBlocked: (index) => isBlocked(valueAt(index)),
    shortcut: (key) => itemOfLetter(key, options.length),
    onToggle: (index) => toggle(valueAt(index)),
    onContinue,
  });
  return (
    <>
      <div class="image-cards" {...groupAttributes(question, "group")}>
        {options.map((option, index) => (
          <button
            key={option.value}
            class="card card-check image-card"
            aria-keyshortcuts={letterOf(index)}
            {...check(index)}
          >
            <ImageCard {...option} labelKey={optionKey(question.nodeId, option.value)} letter={letterOf(index)} />
          </button>
        ))}
      </div>
      <SelectionCount count={count} max={null} />
    </>
  );
}

interface ImageCardProps {
  image_url: string;
  alt: string;
  label: string;
  /** key of the label in translations */
  labelKey: string;
  letter: string | undefined;
}

/** Drops an `alt` that repeats the label, because it would be read twice. */
function ImageCard({ image_url, alt, label, drawn: draw, labelKey, letter }: ImageCardProps & Drawn) {
  return (
    <>
      <img class="image-card-image" src={image_url} alt={alt === label ? "" : alt} loading="lazy" decoding="async" />
      <span class="image-card-caption">
        <CardMarks letter={letter} />
        <span class="card-label" dir="auto" {...marked(labelKey)}>
          {drawn({ label, drawn: draw })}
        </span>
      </span>
    </>
  );
}
