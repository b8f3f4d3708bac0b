import { useEffect, useRef, useState } from "preact/hooks";
import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { defaults } from "../../../../shared/domain/questions/defaults.ts";
import type { QuestionType } from "../../../../shared/domain/questions/question.ts";
import { marked } from "../marks.ts";
import type { PageQuestion } from "../walk/state.ts";
import { counted, fill, words, wordsLang } from "../words.ts";
import { focusField, focusOn } from "./focus.ts";
import { isEnter } from "./keys.ts";
import { problemText } from "./problemText.ts";
import type { AskedPage, QuestionProps } from "./question.ts";

/** Several questions of a form, in order (features §11.3). */
export default function Page({ page, ...props }: QuestionProps) {
  return page ? <Questions {...props} page={page} /> : null;
}

type Props = Omit<QuestionProps, "page"> & { page: AskedPage };

function Questions({ page, isDisabled = false, onContinue, onAnswered: _, onBusy, ...rest }: Props) {
  const { questions, refusedAt } = page;
  const body = useRef<HTMLDivElement>(null);
  const uploading = useRef(new Set<string>());
  const errors = questions.map((question) => errorOf(question));
  const areRequired = new Set(
    questions.filter(({ node }) => !isScreen(node)).map(({ node }) => !!node.data.is_required),
  );
  const focusOn = (index: number) => {
    const question = askedIn(body.current)[index];
    if (question) focusField(question);
  };
  // the page itself takes the focus when it appears
  const focusSoon = (index: number) => queueMicrotask(() => focusOn(index));
  const news = useNews(questions, isDisabled, focusSoon);
  useEffect(() => {
    const refused = questions.flatMap((_, index) => (errors[index] ? [index] : []));
    // several are listed, and the list takes the focus
    if (refused.length === 1) focusSoon(refused[0] as number);
  }, [refusedAt]);

  /** Enter goes to the next question without an answer. After the last one, it continues. */
  const onward = (from: number) => {
    const next = questions.findIndex(({ node, isAnswered }, index) => index > from && !isScreen(node) && !isAnswered);
    if (next < 0) onContinue();
    else focusOn(next);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears keys of the fields in it
    <div
      class="questions"
      ref={body}
      onKeyDownCapture={(event) => {
        if (!isEnter(event) || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.stopPropagation();
        onContinue();
      }}
      onKeyDown={(event) => {
        const field = event.target as Element;
        if (field.localName !== "input" || !isEnter(event) || event.defaultPrevented) return;
        event.preventDefault();
        onward([...askedIn(body.current)].indexOf(field.closest(".asked") as Element));
      }}
    >
      {refusedAt !== null && (
        <Problems key={refusedAt} questions={questions} errors={errors} language={rest.language} onGo={focusOn} />
      )}
      {questions.map(({ node, value }, index) => (
        <div key={node.id} class="asked">
          <page.Question
            {...rest}
            Heading="h2"
            marksRequired={areRequired.size > 1}
            node={node}
            value={value}
            error={errors[index] ?? null}
            isOwnError={questions[index]?.error?.reason === "rule"}
            invalidAt={questions[index]?.error?.at}
            isDisabled={isDisabled}
            upload={(file, onProgress, signal) => page.upload(node.id, file, onProgress, signal)}
            onChange={(...changed) => page.enter(node.id, ...changed)}
            onContinue={() => onward(index)}
            onBusy={(isBusy) => {
              uploading.current[isBusy ? "add" : "delete"](node.id);
              onBusy?.(uploading.current.size > 0);
            }}
          />
        </div>
      ))}
      <p class="visually-hidden" lang={wordsLang()} role="status">
        {news}
      </p>
    </div>
  );
}

const askedIn = (body: Element | null) => body?.querySelectorAll(".asked") ?? ([] as unknown as NodeListOf<Element>);

interface ProblemsProps {
  questions: readonly PageQuestion[];
  errors: readonly (string | null)[];
  language: string;
  onGo(index: number): void;
}

/**
 * Links to the refused answers, if there are several. It takes the focus. Corrected ones stay in the list, so that nothing
 * moves while typing.
 */
function Problems({ questions, errors, language, onGo }: ProblemsProps) {
  const [found] = useState(() => questions.flatMap(({ node }, index) => (errors[index] ? [node.id] : [])));
  if (found.length < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div ref={focusOn} class="problems" lang={wordsLang()} role="group" aria-labelledby="problems" tabIndex={-1}>
      <p id="problems" dir="auto">
        {words.questions.problemsTitle}
      </p>
      <ul>
        {found.map((id) => {
          const index = questions.findIndex(({ node }) => node.id === id);
          const title = questions[index]?.node.data.title;
          const go = (event: Event) => {
            // the link's address would be a step in the browser's history
            event.preventDefault();
            onGo(index);
          };
          return (
            title && (
              <li key={id} data-done={!errors[index] || undefined}>
                <a href={`#${id}-title`} lang={language} dir="auto" {...marked(`${id}.title`)} onClick={go}>
                  {title}
                </a>
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/** Announces questions that appear and disappear. After the service decided, moves the focus to the first new one. */
function useNews(questions: readonly PageQuestion[], isDisabled: boolean, focusOn: (index: number) => void): string {
  const [news, setNews] = useState("");
  const before = useRef({ ids: questions.map(({ node }) => node.id), isDisabled });
  const ids = questions.map(({ node }) => node.id);
  useEffect(() => {
    const { ids: known, isDisabled: hadToWait } = before.current;
    before.current = { ids, isDisabled };
    const added = questions.filter(({ node }) => !known.includes(node.id)).map(({ node }) => node);
    const removed = known.filter((id) => !ids.includes(id)).length;
    if (added[0] && hadToWait) focusOn(ids.indexOf(added[0].id));
    if (added.length > 0) setNews(addedText(added));
    else if (removed > 0) setNews(counted(words.questions.removed, removed));
  }, [ids.join(" "), isDisabled]);
  return news;
}

const addedText = ([first, ...others]: readonly GraphNode[]): string =>
  others.length === 0
    ? fill(words.questions.addedOne, { title: first?.data.title ?? "" })
    : counted(words.questions.added, others.length + 1);

function errorOf({ node, error }: PageQuestion): string | null {
  if (!error) return null;
  const type = node.question_type as QuestionType;
  return problemText({ type, config: { ...defaults[type], ...node.data.config }, refusal: error });
}

const isScreen = ({ question_type: type }: PageQuestion["node"]): boolean => type.endsWith("_screen");
