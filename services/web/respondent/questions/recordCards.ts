import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Json, sameJson } from "../../../../shared/domain/json.ts";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/records.ts";
import { type Row, rowsIn } from "../../../../shared/domain/questions/rows.ts";
import { focusField, focusOn } from "./focus.ts";
import type { QuestionProps } from "./question.ts";

export type Config = ConfigOf<typeof config.records, "records">;
export type RecordField = Config["fields"][number];

/** A row on the page. It keeps its ID while rows around it come and go. */
export interface Card {
  id: number;
  row: Row;
}

/** The cards, and what a respondent does with them. `list` has them, to move the focus. */
export function useCards(question: QuestionProps<Config>, list: RefObject<HTMLDivElement | null>) {
  const { config, onContinue, isDisabled = false } = question;
  const most = config.max_rows;
  const { cards, latest, openId, removed, cardOf, put, open, setRemoved } = useAnswer(question);
  const focusNext = useFocus(list);

  const show = (id: number) => {
    setRemoved(null);
    open(id);
    focusNext("card");
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
    focusNext("undo");
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

/** The answer as cards. `put` changes both; `latest` has the cards before they are drawn. */
function useAnswer({ config, value, onChange, invalidAt }: QuestionProps<Config>) {
  const { fields } = config;
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
  return { cards, latest, openId, removed, cardOf, put, open, setRemoved };
}

/** Returns a function that sets what takes the focus after the next render: the open card, or the button of a removed one. */
function useFocus(list: RefObject<HTMLDivElement | null>) {
  const next = useRef<"card" | "undo" | null>(null);
  useLayoutEffect(() => {
    const wanted = next.current;
    next.current = null;
    if (wanted === "undo") focusOn(list.current?.querySelector(".record-undo") ?? null);
    const card = wanted === "card" && list.current?.querySelector(".record[data-open]");
    if (!card) return;
    focusField(card);
    card.scrollIntoView({ block: "nearest" });
  });
  return (wanted: "card" | "undo") => {
    next.current = wanted;
  };
}

/** Returns the row without fields that the form no longer has. */
const knownCells = (row: Row, fields: readonly RecordField[]): Row =>
  Object.fromEntries(fields.flatMap(({ key }) => (Object.hasOwn(row, key) ? [[key, row[key] as Json]] : [])));

export const isFilled = (row: Row): boolean => Object.keys(row).length > 0;

/** Empty values aren't kept, so that an emptied row isn't part of the answer. */
function withCell(row: Row, key: string, value: Json): Row {
  const { [key]: _, ...rest } = row;
  const isEmpty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
  return isEmpty ? rest : { ...rest, [key]: value };
}
