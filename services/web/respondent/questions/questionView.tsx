import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { defaults } from "../../../../shared/domain/questions/defaults.ts";
import type { QuestionType } from "../../../../shared/domain/questions/question.ts";
import { marked } from "../marks.ts";
import { type DrawnData, markup } from "../markup/markup.ts";
import { places } from "../walk/places.ts";
import { words, wordsLang } from "../words.ts";
import { focusField, focusQuestion, isTyping } from "./focus.ts";
import { hasModifier, isEnter } from "./keys.ts";
import {
  type AnswerProps,
  type PartsProps,
  type QuestionProps,
  type QuestionViewProps,
  type ShownType,
  shownType,
} from "./question.ts";
import { loadedQuestion, loadQuestion, type QuestionComponent } from "./table.ts";

type Props = QuestionViewProps & {
  /** Text before the heading. When the question appears, Orca starts here, and would otherwise leave out the heading. */
  above?: ComponentChildren;
  children?: ComponentChildren;
};

/** ms */
const loadAgainAfter = 2_000;

/** How long a chosen answer stays visible before the next question, in ms. */
const seenFor = 300;

/** One question with its heading and error. Children are the page's buttons. See question.ts. */
export function QuestionView(props: Props) {
  return <Shown key={props.node.id} {...props} />;
}

function Shown(props: Props) {
  const { node, error, above, children, takesFocus, onContinue, page, ...rest } = props;
  const type = shownType(node);
  const Component = useQuestion(type);
  const form = useRef<HTMLFormElement>(null);
  const [onAnswered, stop] = useSoon(onContinue);

  // before the paint, so that no key is lost, but a microtask later, when shuffled options are visible
  useLayoutEffect(() => {
    if (takesFocus && Component) queueMicrotask(() => form.current && focusQuestion(form.current, wasTyping));
  }, [Component]);
  // while the field that is left still has the focus
  useLayoutEffect(
    () => () => {
      wasTyping = isTyping();
    },
    [],
  );
  const focusRefused = () => {
    if (error !== null && form.current) focusField(form.current);
  };
  useEffect(focusRefused, [error]);

  const submit = () => {
    stop();
    onContinue();
    // announces an unchanged error again
    focusRefused();
  };
  return (
    <form
      ref={form}
      id="question"
      class="question"
      data-type={type}
      data-entering={takesFocus || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onPointerDown={stop}
      onKeyDown={(event) => {
        stop();
        // keeps the browser from submitting on the Enter that ends an IME composition
        if (event.key === "Enter" && !isEnter(event)) event.preventDefault();
        const isOnHeading = (event.target as Element).matches("[data-heading]");
        if (isOnHeading && isEnter(event) && !hasModifier(event)) submit();
      }}
    >
      {above}
      <Question
        {...rest}
        node={node}
        error={error}
        Heading="h1"
        page={page && { ...page, Question }}
        onContinue={submit}
        onAnswered={onAnswered}
      />
      {children}
    </form>
  );
}

/** Image, heading, description, error and answer of a question. */
function Question({ node, Heading, marksRequired = false, error, isOwnError, ...rest }: PartsProps) {
  const type = shownType(node);
  const ids = { title: `${node.id}-title`, description: `${node.id}-description`, error: `${node.id}-error` };
  const { title = "", description, is_required, image, config, drawn } = node.data as DrawnData;
  const heading = drawn?.title() ?? title;
  const Description = drawn ? "div" : "p";
  const isAsked = !isScreen(type);
  const isRequired = isAsked && !!is_required;
  // no node has a colon in its ID
  const keyed = (name: string) => marked(`${node.id.replace(":", ".")}.${name}`);
  const titleMark = keyed("title");
  const describedBy = [description && ids.description, error !== null && ids.error].filter(Boolean).join(" ");
  return (
    <>
      {image?.url && <img class="question-image" src={image.url} alt={image.alt ?? ""} {...keyed("image_alt")} />}
      <Heading
        id={ids.title}
        class={title ? "question-title" : "visually-hidden"}
        lang={title ? undefined : wordsLang()}
        dir="auto"
        tabIndex={-1}
        data-heading
        data-length={lengthOf(title)}
        data-required={(isRequired && marksRequired) || undefined}
      >
        {titleMark ? <span {...titleMark}>{heading}</span> : title ? heading : words.questions.untitled}
        {/* screen readers know from the controls that it is optional */}
        {isAsked && (isRequired || !marksRequired) && (
          <span
            class={isRequired ? "visually-hidden" : "question-optional"}
            lang={wordsLang()}
            aria-hidden={!isRequired}
          >
            {` ${isRequired ? words.questions.required : words.questions.optional}`}
          </span>
        )}
      </Heading>
      {description && (
        <Description id={ids.description} class="question-description" dir="auto" {...keyed("description")}>
          {drawn?.description() ?? description}
        </Description>
      )}
      <p
        id={ids.error}
        class="question-error"
        dir="auto"
        lang={wordsLang()}
        role={Heading === "h1" ? "alert" : undefined}
      >
        {isOwnError && drawn && error ? markup.line?.(error) : error}
      </p>
      <Answer
        {...rest}
        type={type}
        Answer={Answer}
        error={error}
        nodeId={node.id}
        ownConfig={config}
        config={{ ...defaults[type as QuestionType], ...config }}
        isRequired={isRequired}
        isInvalid={error !== null}
        labels={{ title: ids.title, describedBy: describedBy || undefined }}
      />
    </>
  );
}

/** The component of a type, once it is loaded. */
function Answer({ type, ...props }: AnswerProps) {
  const Component = useQuestion(type);
  if (!Component) {
    return (
      <p class="question-hint" lang={wordsLang()} role="status">
        {words.questions.loading}
      </p>
    );
  }
  // draws the options of any question
  const Drawn = ((props.ownConfig?.options && places.Limited) || Component) as QuestionComponent;
  return <Drawn {...(props as QuestionProps<never>)} {...({ Component } as object)} />;
}

/** True if a text was being edited when the previous question was left. */
let wasTyping = false;

/** A screen or a page's heading, which takes no answer. */
const isScreen = (type: ShownType) => /_screen$|^page$/.test(type);

/** Longer titles are smaller (screens/question.css). */
const lengthOf = ({ length }: string) => (length > 120 ? "long" : length > 60 ? "medium" : undefined);

function useQuestion(type: ShownType): QuestionComponent | undefined {
  const [, setLoaded] = useState<ShownType | null>(null);
  const component = loadedQuestion(type);
  useEffect(() => {
    if (component) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      loadQuestion(type).then(
        () => setLoaded(type),
        // the network failed
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

/** Calls once after a delay, unless stopped or restarted. */
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
