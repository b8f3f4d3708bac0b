import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { defaults } from "../../../../shared/domain/questions/defaults.ts";
import * as words from "../../strings/en/questions.ts";
import { focusField, focusQuestion, isTyping } from "./focus.ts";
import { hasModifier, isEnter } from "./keys.ts";
import type { QuestionType, QuestionViewProps } from "./question.ts";
import { loadedQuestion, loadQuestion, type QuestionComponent } from "./table.ts";

type Props = QuestionViewProps & { children?: ComponentChildren };

/** ms */
const loadAgainAfter = 2_000;

/** How long a chosen answer is seen before the next question comes: ms. */
const seenFor = 300;

/** One question with its heading, its error and, as children, the page's buttons; question.ts tells how to use it. */
export function QuestionView(props: Props) {
  return <Shown key={props.node.id} {...props} />;
}

function Shown(props: Props) {
  const { node, error, children, focus, onContinue, ...rest } = props;
  const type = node.question_type as QuestionType;
  const Component = useQuestion(type);
  const form = useRef<HTMLFormElement>(null);
  const ids = { title: `${node.id}-title`, description: `${node.id}-description`, error: `${node.id}-error` };
  const { title, description, is_required: isRequired = false, config } = node.data;
  const [onAnswered, stop] = useSoon(onContinue);

  useEffect(() => {
    if (focus === "question" && Component && form.current) focusQuestion(form.current, wasTyping);
    return () => {
      wasTyping = isTyping(document);
    };
  }, [Component]);
  useEffect(() => {
    if (error !== null && form.current) focusField(form.current);
  }, [error]);

  const submit = () => {
    stop();
    onContinue();
    // an error that was there before is read out once more
    if (error !== null && form.current) focusField(form.current);
  };
  const describedBy = [description && ids.description, error !== null && ids.error].filter(Boolean).join(" ");
  return (
    <form
      ref={form}
      class="question"
      data-type={type}
      data-entering={focus === "question" || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onPointerDown={stop}
      onKeyDown={(event) => {
        stop();
        // no browser's form may take the Enter that ends the writing of a syllable
        if (event.key === "Enter" && !isEnter(event)) event.preventDefault();
        const isOnHeading = (event.target as Element).matches("[data-heading]");
        if (isOnHeading && isEnter(event) && !hasModifier(event)) submit();
      }}
    >
      <h1 id={ids.title} class="question-title" dir="auto" tabIndex={-1} data-heading>
        {title}
        {isRequired && !isScreen(type) && <Required />}
      </h1>
      {description && (
        <p id={ids.description} class="question-description" dir="auto">
          {description}
        </p>
      )}
      <p id={ids.error} class="question-error" dir="auto" lang="en" role="alert">
        {error}
      </p>
      {Component ? (
        <Component
          {...rest}
          error={error}
          config={{ ...defaults[type], ...config } as never}
          isRequired={isRequired}
          isInvalid={error !== null}
          labels={{ title: ids.title, describedBy: describedBy || undefined }}
          onContinue={submit}
          onAnswered={onAnswered}
        />
      ) : (
        <p class="question-hint" lang="en" role="status">
          {words.loading}
        </p>
      )}
      {children}
    </form>
  );
}

/** Whether the question before was left while its text was edited. */
let wasTyping = false;

const isScreen = (type: QuestionType) => type.endsWith("_screen");

function Required() {
  return (
    <>
      <span class="question-required" aria-hidden="true">
        {"\u00a0*"}
      </span>
      <span class="visually-hidden" lang="en">
        {` (${words.required})`}
      </span>
    </>
  );
}

function useQuestion(type: QuestionType): QuestionComponent | undefined {
  const [, setLoaded] = useState<QuestionType | null>(null);
  const component = loadedQuestion(type);
  useEffect(() => {
    if (component) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      loadQuestion(type).then(
        () => setLoaded(type),
        // the network is away for a moment
        () => {
          timer = setTimeout(load, loadAgainAfter);
        },
      );
    };
    load();
    return () => clearTimeout(timer);
  }, [type]);
  return component;
}

/** Does it once in a moment, unless it is stopped or asked for again before. */
function useSoon(act: () => void): [soon: () => void, stop: () => void] {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(act);
  latest.current = act;
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  const soon = () => {
    stop();
    timer.current = setTimeout(() => latest.current(), seenFor);
  };
  return [soon, stop];
}
