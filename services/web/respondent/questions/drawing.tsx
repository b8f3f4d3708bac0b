import { useEffect, useRef, useState } from "preact/hooks";
import { fill, words, wordsLang } from "../words.ts";
import { fieldAttributes, groupAttributes } from "./parts/fieldAttributes.ts";
import { FileRow } from "./parts/fileRow.tsx";
import { Pad, sizeOf } from "./parts/pad.tsx";
import { useRadios } from "./parts/radios.ts";
import type { QuestionProps, UploadResult } from "./question.ts";
import { textsOf } from "./selections.ts";
import { type Drawn, drawnFile, type Stroke } from "./strokes.ts";

type Question = QuestionProps;

/** The answer until its drawing is stored. The question refuses it. */
const unfinished = "?";
const fileName = "drawing.png";
/** Characters of a name. */
const nameLimit = 100;
/** ms without a further line or letter until the drawing is sent */
const quietFor = 1_000;
const ways = ["draw", "type"] as const;

/** A drawing, or a name that is typed (wants §23). */
export default function Drawing(question: Question) {
  const { value, files = {}, language, isDisabled = false, onChange, onContinue } = question;
  const [way, setWay] = useState<(typeof ways)[number]>("draw");
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [name, setName] = useState("");
  /** Continue was pressed before the drawing was stored. */
  const [isLeaving, setLeaving] = useState(false);
  const [said, setSaid] = useState("");
  const { failure, isSending, later, now, forget } = useDrawing(question, (text) => setSaid(text));
  const [stored] = value === unfinished ? [] : textsOf(value);

  // an unfinished drawing is lost with its question
  useEffect(() => {
    if (value === unfinished) onChange(null);
  }, []);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    if (value !== unfinished || !form) return;
    const wait = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      setLeaving(true);
      now();
    };
    form.addEventListener("submit", wait, true);
    return () => form.removeEventListener("submit", wait, true);
  }, [value]);
  useEffect(() => {
    if (!isLeaving || (!stored && failure === null)) return;
    setLeaving(false);
    if (stored) onContinue();
  }, [isLeaving, stored, failure]);
  const restart = (text: string) => {
    setLeaving(false);
    forget();
    setStrokes([]);
    setName("");
    setSaid(text);
    onChange(null);
  };
  const radio = useRadios({
    count: ways.length,
    chosen: ways.indexOf(way),
    isDisabled,
    shortcut: () => null,
    onChoose(index) {
      const next = ways[index] as (typeof ways)[number];
      if (next === way) return;
      restart("");
      setWay(next);
    },
    onContinue,
  });
  const isNew = strokes.length > 0 || name !== "";
  return (
    <>
      <div {...groupAttributes(question, "radiogroup")} class="ways" ref={place}>
        {ways.map((one, index) => (
          <button key={one} {...radio(index)} class="way" lang={wordsLang()}>
            {words.drawing[one]}
          </button>
        ))}
      </div>
      {stored && !isNew ? (
        <ul class="files">
          <FileRow
            name={files[stored]?.name ?? fileName}
            size={files[stored]?.size}
            language={language}
            onRemove={() => restart(fill(words.files.removed, { name: files[stored]?.name ?? fileName }))}
          />
        </ul>
      ) : way === "draw" ? (
        <Pad
          strokes={strokes}
          isDisabled={isDisabled}
          onDraw={(next, drawn) => {
            setStrokes(next);
            later(drawn);
          }}
          onClear={() => restart(words.drawing.cleared)}
        />
      ) : (
        <div class="pad">
          <input
            {...fieldAttributes(question)}
            class="pad-name"
            aria-labelledby={undefined}
            aria-label={words.drawing.name}
            placeholder={words.drawing.name}
            dir="auto"
            autoComplete="name"
            maxLength={nameLimit}
            value={name}
            onInput={({ currentTarget }) => {
              setName(currentTarget.value);
              if (currentTarget.value.trim() === "") restart("");
              else later(signed(currentTarget));
            }}
          />
        </div>
      )}
      {failure !== null && (
        <p class="question-hint" role="alert" dir="auto" lang={wordsLang()}>
          {failure === "failed" ? words.drawing.failed : words.files[failure]}{" "}
          <button type="button" class="link-button" onClick={() => now()}>
            {words.files.again}
          </button>
        </p>
      )}
      <p class="visually-hidden" role="status" lang={wordsLang()}>
        {isSending ? words.page.saving : said}
      </p>
    </>
  );
}

const signed = (field: HTMLInputElement): Drawn => ({
  name: field.value.trim(),
  font: getComputedStyle(field).fontFamily,
  ...sizeOf(field),
});

type Failure = Extract<UploadResult, { ok: false }>["reason"];

/** Stores the latest drawing, some time after it was last changed. */
function useDrawing({ upload, onChange }: Question, onSaid: (text: string) => void) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isSending, setSending] = useState(false);
  const state = useRef({
    drawn: null as Drawn | null,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    sending: null as AbortController | null,
  }).current;

  const stop = () => {
    clearTimeout(state.timer);
    state.sending?.abort();
    state.sending = null;
    setSending(false);
    setFailure(null);
  };
  const send = async (drawn: Drawn): Promise<void> => {
    stop();
    const abort = new AbortController();
    state.sending = abort;
    setSending(true);
    const result = await drawnFile(drawn, fileName).then(
      (file) => upload(file, () => undefined, abort.signal),
      (): UploadResult => ({ ok: false, reason: "failed" }),
    );
    if (abort.signal.aborted) return;
    state.sending = null;
    setSending(false);
    if (!result.ok) return setFailure(result.reason);
    state.drawn = null;
    onSaid(words.drawing.saved);
    onChange([result.file.url]);
  };
  /** Sends what isn't stored yet. */
  const now = (): void => {
    if (state.drawn && !state.sending) send(state.drawn);
  };
  useEffect(() => {
    addEventListener("online", now);
    return () => {
      removeEventListener("online", now);
      stop();
    };
  }, []);
  return {
    failure,
    isSending,
    /** `drawn` is null while a line is drawn. */
    later(drawn: Drawn | null) {
      stop();
      state.drawn = drawn;
      onChange(unfinished);
      if (drawn) state.timer = setTimeout(() => now(), quietFor);
    },
    now,
    forget() {
      stop();
      state.drawn = null;
    },
  };
}
