import { useMemo, useRef } from "preact/hooks";
import type { Json } from "../../../../shared/domain/json.ts";
import { defaults } from "../../../../shared/domain/questions/defaults.ts";
import { cellOf } from "../../../../shared/domain/questions/rows.ts";
import { drawn, marked } from "../marks.ts";
import { fill, numeral, words, wordsLang } from "../words.ts";
import { focusField } from "./focus.ts";
import { isEnter } from "./keys.ts";
import type { QuestionProps } from "./question.ts";
import { type Card, type Config, isFilled, type RecordField, useCards } from "./recordCards.ts";
import { rowName, rowSummary } from "./rowTexts.ts";

/** Rows of an answer as cards, one of which is open (features §18.2). Rows without any value aren't part of the answer. */
export default function Records(question: QuestionProps<Config>) {
  const { config, invalidAt, onContinue, labels } = question;
  const { fields } = config;
  const list = useRef<HTMLDivElement>(null);
  const { cards, openId, removed, show, add, remove, undo, onward, enter } = useCards(question, list);
  const nameOf = ({ row }: Card, index: number) =>
    rowName(row, fields, question.language) ?? fill(words.records.row, { number: numeral(index + 1) });
  const news = removed ? fill(words.records.removed, { name: nameOf(removed.card, removed.index) }) : "";
  const all = cards.map((card, index) => (
    <RecordCard
      key={card.id}
      question={question}
      card={card}
      name={nameOf(card, index)}
      isOpen={card.id === openId}
      isRemovable={cards.length > 1 || isFilled(card.row)}
      invalidKey={card.id === openId && invalidAt ? String(invalidAt[1]) : null}
      onOpen={() => show(card.id)}
      onRemove={() => remove(card)}
      onEnter={(key, entered) => enter(card.id, key, entered)}
      onDone={() => onward(card)}
    />
  ));
  if (removed) {
    all.splice(
      removed.index,
      0,
      <RemovedCard key="removed" id={`${labels.title}-removed`} news={news} onUndo={undo} />,
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is named by a legend
    <div
      class="records"
      ref={list}
      role="group"
      aria-labelledby={labels.title}
      aria-describedby={labels.describedBy}
      onKeyDownCapture={(event) => {
        if (!isEnter(event) || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.stopPropagation();
        onContinue();
      }}
    >
      {all}
      {cards.length < config.max_rows ? (
        <AddRow question={question} hasOpen={cards.some(({ id }) => id === openId)} onAdd={add} />
      ) : (
        <p class="question-hint" lang={wordsLang()} dir="auto">
          {fill(words.records.full, { max: numeral(config.max_rows) })}
        </p>
      )}
      <p class="visually-hidden" lang={wordsLang()} role="status">
        {news}
      </p>
    </div>
  );
}

interface RemovedCardProps {
  id: string;
  news: string;
  onUndo(): void;
}

/** Stands in place of a removed row. */
const RemovedCard = ({ id, news, onUndo }: RemovedCardProps) => (
  <p class="record record-removed">
    <span dir="auto" lang={wordsLang()} id={id}>
      {news}
    </span>
    <button type="button" class="link-button record-undo" lang={wordsLang()} aria-describedby={id} onClick={onUndo}>
      {words.records.undo}
    </button>
  </p>
);

interface AddRowProps {
  question: QuestionProps<Config>;
  /** whether a row is open, which takes the focus then */
  hasOpen: boolean;
  onAdd(): void;
}

const AddRow = ({ question: { config, nodeId, isDisabled }, hasOpen, onAdd }: AddRowProps) => (
  <button
    type="button"
    class="record-add"
    data-focus={hasOpen ? undefined : true}
    aria-disabled={isDisabled || undefined}
    onClick={onAdd}
  >
    <span aria-hidden="true">+</span>
    {config.add_label ? (
      <span dir="auto" {...marked(`${nodeId}.add_label`)}>
        {config.add_label}
      </span>
    ) : (
      <span lang={wordsLang()}>{words.records.add}</span>
    )}
  </button>
);

interface CardProps {
  question: QuestionProps<Config>;
  card: Card;
  name: string;
  isOpen: boolean;
  /** false for the only row while it is empty */
  isRemovable: boolean;
  /** key of the refused field */
  invalidKey: string | null;
  onOpen(): void;
  onRemove(): void;
  onEnter(key: string, value: Json): void;
  /** Enter in the last field */
  onDone(): void;
}

function RecordCard({ question, card, name, isOpen, isRemovable, invalidKey, onOpen, onRemove, ...rest }: CardProps) {
  const { fields } = question.config;
  const id = `${question.labels.title}-row-${card.id}`;
  // a key in one row draws no other row
  const acting = useRef({ onOpen, onRemove });
  acting.current = { onOpen, onRemove };
  const head = useMemo(() => {
    const summary = isOpen ? [] : rowSummary(card.row, fields, question.language);
    return (
      <div class="record-head">
        <span class="record-text">
          <span id={id} class="record-name" dir="auto" lang={isFilled(card.row) ? undefined : wordsLang()}>
            {name}
          </span>
          {summary.length > 0 && (
            <span class="record-summary" dir="auto">
              {summary.map((parts, index) => [
                index > 0 && " · ",
                ...parts.map(({ text, lang }, at) => [at > 0 && " ", <span lang={lang}>{text}</span>]),
              ])}
            </span>
          )}
        </span>
        {!isOpen && (
          <RowButton
            id={`${id}-edit`}
            describedBy={id}
            text={words.records.edit}
            isMain
            onPress={() => acting.current.onOpen()}
          />
        )}
        {isRemovable && (
          <RowButton
            id={`${id}-remove`}
            describedBy={id}
            text={words.records.remove}
            onPress={() => acting.current.onRemove()}
          />
        )}
      </div>
    );
  }, [isOpen, card.row, name, isRemovable, fields, question.language, id]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is named by a legend
    <div class="record" role="group" aria-labelledby={id} data-open={isOpen || undefined}>
      {head}
      {isOpen && <Fields question={question} card={card} invalidKey={invalidKey} {...rest} />}
    </div>
  );
}

interface RowButtonProps {
  id: string;
  /** element with the row's name, which follows the button's in its accessible name */
  describedBy: string;
  text: string;
  isMain?: boolean;
  onPress(): void;
}

const RowButton = ({ id, describedBy, text, isMain, onPress }: RowButtonProps) => (
  <button
    type="button"
    id={id}
    class="link-button record-button"
    data-main={isMain}
    lang={wordsLang()}
    aria-labelledby={`${id} ${describedBy}`}
    onClick={onPress}
  >
    {text}
  </button>
);

type FieldsProps = Pick<CardProps, "question" | "card" | "invalidKey" | "onEnter" | "onDone">;

/** The fields of the open row. Enter goes to the next one. */
function Fields({ question, card, invalidKey, onEnter, onDone }: FieldsProps) {
  const { fields } = question.config;
  const body = useRef<HTMLDivElement>(null);
  const onward = (from: number) => {
    const next = body.current?.children[from + 1];
    if (next) focusField(next);
    else onDone();
  };
  // fields keep their functions, so that a key draws one field alone
  const acting = useRef({ onEnter, onward });
  acting.current = { onEnter, onward };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears keys of the fields in it
    <div
      class="record-fields"
      ref={body}
      onKeyDown={(event) => {
        const target = event.target as Element;
        if (target.localName !== "input" || !isEnter(event) || event.defaultPrevented) return;
        event.preventDefault();
        onward([...(body.current?.children ?? [])].indexOf(target.closest(".record-field") as Element));
      }}
    >
      {fields.map((field, index) => (
        <Field
          key={field.key}
          question={question}
          field={field}
          value={cellOf(card.row, field.key)}
          isInvalid={invalidKey === field.key}
          onChange={(value) => acting.current.onEnter(field.key, value)}
          onContinue={() => acting.current.onward(index)}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  question: QuestionProps<Config>;
  field: RecordField;
  value: Json;
  isInvalid: boolean;
  onChange(value: Json): void;
  onContinue(): void;
}

function Field({ question, field, value, isInvalid, onChange, onContinue }: FieldProps) {
  const { Answer, language, seed, upload, isDisabled, labels, nodeId, error } = question;
  const { key, title, question_type: type, is_required: isRequired = false, config } = field;
  const id = `${labels.title}-${key}`;
  const describedBy = isInvalid ? labels.describedBy : undefined;
  return useMemo(
    () => (
      <div class="record-field" data-type={type} data-refused={isInvalid || undefined}>
        <span id={id} class="record-label" dir="auto" data-required={isRequired || undefined}>
          <span {...marked(`${nodeId}.fields.${key}`)}>{drawn({ ...field, label: title })}</span>
          {isRequired && (
            <span class="visually-hidden" lang={wordsLang()}>
              {` ${words.questions.required}`}
            </span>
          )}
        </span>
        <Answer
          type={type}
          Answer={Answer}
          // the keys of its texts follow those of the field
          nodeId={`${nodeId}.fields.${key}`}
          config={{ ...defaults[type], ...config }}
          ownConfig={config}
          value={value}
          error={isInvalid ? error : null}
          isInvalid={isInvalid}
          isRequired={isRequired}
          isDisabled={isDisabled}
          language={language}
          {...(seed !== undefined && { seed })}
          labels={{ title: id, describedBy }}
          upload={upload}
          onChange={onChange}
          onContinue={onContinue}
        />
      </div>
    ),
    [value, isInvalid, isDisabled, language, describedBy, field, words],
  );
}
