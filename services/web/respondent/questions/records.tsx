import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Json, sameJson } from "../../../../shared/domain/json.ts";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/records.ts";
import { defaults } from "../../../../shared/domain/questions/defaults.ts";
import { cellOf, type Row, rowsIn } from "../../../../shared/domain/questions/rows.ts";
import { drawn, marked } from "../marks.ts";
import { fill, numeral, words, wordsLang } from "../words.ts";
import { focusField, focusOn } from "./focus.ts";
import { isEnter } from "./keys.ts";
import type { QuestionProps } from "./question.ts";
import { rowName, rowSummary } from "./rowTexts.ts";

type Config = ConfigOf<typeof config.records, "records">;
type RecordField = Config["fields"][number];

/** A row on the page. It keeps its ID while rows around it come and go. */
interface Card {
  id: number;
  row: Row;
}

/** Rows of an answer as cards, one of which is open (features §18.2). Rows without any value aren't part of the answer. */
export default function Records(question: QuestionProps<Config>) {
  const { config, isDisabled = false, invalidAt, onContinue, labels } = question;
  const { fields, max_rows: most } = config;
  const list = useRef<HTMLDivElement>(null);
  const { cards, openId, removed, show, add, remove, undo, onward, enter } = useCards(question, list);
  const nameOf = ({ row }: Card, index: number) =>
    rowName(row, fields, question.language) ?? fill(words.records.row, { number: numeral(index + 1) });
  const news = removed ? fill(words.records.removed, { name: nameOf(removed.card, removed.index) }) : "";
  const notice = removed && (
    <p class="record record-removed" key="removed">
      <span dir="auto" lang={wordsLang()} id={`${labels.title}-removed`}>
        {news}
      </span>
      <button
        type="button"
        class="link-button record-undo"
        lang={wordsLang()}
        aria-describedby={`${labels.title}-removed`}
        onClick={undo}
      >
        {words.records.undo}
      </button>
    </p>
  );
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
  if (removed) all.splice(removed.index, 0, notice as (typeof all)[number]);
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
      {cards.length < most ? (
        <button
          type="button"
          class="record-add"
          data-focus={cards.some(({ id }) => id === openId) ? undefined : true}
          aria-disabled={isDisabled || undefined}
          onClick={add}
        >
          <span aria-hidden="true">+</span>
          {config.add_label ? (
            <span dir="auto" {...marked(`${question.nodeId}.add_label`)}>
              {config.add_label}
            </span>
          ) : (
            <span lang={wordsLang()}>{words.records.add}</span>
          )}
        </button>
      ) : (
        <p class="question-hint" lang={wordsLang()} dir="auto">
          {fill(words.records.full, { max: numeral(most) })}
        </p>
      )}
      <p class="visually-hidden" lang={wordsLang()} role="status">
        {news}
      </p>
    </div>
  );
}

/** The cards, and what a respondent does with them. `list` has them, to move the focus. */
function useCards(
  { config, value, onChange, onContinue, invalidAt, isDisabled = false }: QuestionProps<Config>,
  list: RefObject<HTMLDivElement | null>,
) {
  const { fields, max_rows: most } = config;
  const sent = useRef(value);
  const newId = useRef(0);
  const cardOf = (row: Row): Card => ({ id: ++newId.current, row });
  const cardsOf = (answer: Json): Card[] => {
    const rows = rowsIn(answer).map((row) => knownCells(row, fields));
    return (rows.length > 0 ? rows : [{}]).map(cardOf);
  };
  const [cards, setCards] = useState(() => cardsOf(value));
  const [openId, open] = useState(() => cards.at(-1)?.id ?? 0);
  const [removed, setRemoved] = useState<{ card: Card; index: number } | null>(null);
  /** the element that takes the focus after this render */
  const nextFocus = useRef<"card" | "undo" | null>(null);
  const latest = useRef(cards);
  latest.current = cards;

  const put = (next: Card[]) => {
    const rows = next.map(({ row }) => row).filter(isFilled);
    sent.current = rows.length > 0 ? rows : null;
    latest.current = next;
    setCards(next);
    onChange(sent.current);
  };
  useLayoutEffect(() => {
    // an earlier version may have had other fields
    if (rowsIn(value).some((row) => !sameJson(row, knownCells(row, fields)))) put(cards);
  }, []);
  // answers from outside this question, such as those of another tab
  useLayoutEffect(() => {
    if (value === sent.current || sameJson(value, sent.current)) return;
    sent.current = value;
    const next = cardsOf(value);
    setCards(next);
    open(next.at(-1)?.id ?? 0);
    setRemoved(null);
  }, [value]);
  useLayoutEffect(() => {
    if (!invalidAt) return;
    // the problem counts the rows of the answer
    const filled = cards.filter(({ row }) => isFilled(row));
    const refused = filled[Number(invalidAt[0])];
    if (!refused) return;
    setCards(filled);
    open(refused.id);
    setRemoved(null);
  }, [invalidAt]);
  useLayoutEffect(() => {
    const wanted = nextFocus.current;
    nextFocus.current = null;
    if (wanted === "undo") focusOn(list.current?.querySelector(".record-undo") ?? null);
    const card = wanted === "card" && list.current?.querySelector(".record[data-open]");
    if (!card) return;
    focusField(card);
    card.scrollIntoView({ block: "nearest" });
  });

  const show = (id: number) => {
    setRemoved(null);
    open(id);
    nextFocus.current = "card";
  };
  const add = () => {
    if (isDisabled || cards.length >= most) return;
    const card = cardOf({});
    put([...cards, card]);
    show(card.id);
  };
  const remove = (card: Card) => {
    if (isDisabled) return;
    const index = cards.indexOf(card);
    const rest = cards.filter((one) => one !== card);
    put(rest.length > 0 ? rest : [cardOf({})]);
    if (card.id === openId) open(rest.length > 0 ? 0 : (latest.current[0]?.id ?? 0));
    setRemoved({ card, index });
    nextFocus.current = "undo";
  };
  const undo = () => {
    if (!removed) return;
    const others = cards.filter(({ row }, index) => cards.length > 1 || index > 0 || isFilled(row));
    put([...others.slice(0, removed.index), removed.card, ...others.slice(removed.index)]);
    show(removed.card.id);
  };
  /** Goes to the next row, or to a new one after the last. From an empty row, continues. */
  const onward = (card: Card) => {
    const next = cards[cards.indexOf(card) + 1];
    if (next) show(next.id);
    else if (isFilled(card.row) && cards.length < most) add();
    else onContinue();
  };
  const enter = (id: number, key: string, entered: Json) =>
    put(latest.current.map((card) => (card.id === id ? { id, row: withCell(card.row, key, entered) } : card)));
  return { cards, openId, removed, show, add, remove, undo, onward, enter };
}

/** Returns the row without fields that the form no longer has. */
const knownCells = (row: Row, fields: readonly RecordField[]): Row =>
  Object.fromEntries(fields.flatMap(({ key }) => (Object.hasOwn(row, key) ? [[key, row[key] as Json]] : [])));

const isFilled = (row: Row): boolean => Object.keys(row).length > 0;

/** Empty values aren't kept, so that an emptied row isn't part of the answer. */
function withCell(row: Row, key: string, value: Json): Row {
  const { [key]: _, ...rest } = row;
  const isEmpty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
  return isEmpty ? rest : { ...rest, [key]: value };
}

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
