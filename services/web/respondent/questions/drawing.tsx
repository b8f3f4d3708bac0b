import { useEffect, useRef, useState } from "preact/hooks";
import { fill, words, wordsLang } from "../words.ts";
import { drawings } from "./drawings.ts";
import { fieldAttributes, groupAttributes } from "./parts/fieldAttributes.ts";
import { FileRow } from "./parts/fileRow.tsx";
import { Pad, sizeOf } from "./parts/pad.tsx";
import { useRadios } from "./parts/radios.ts";
import { useHeldSubmit, useOnline } from "./parts/unsent.ts";
import type { QuestionProps, UploadResult } from "./question.ts";
import { textsOf } from "./selections.ts";
import { type Drawn, drawnFile, fitting, type Stroke } from "./strokes.ts";

type Question = QuestionProps;

/** The answer until its drawing is stored. The question refuses it. */
const unfinished = "?";
const fileName = "drawing.png";
/** Characters of a name. */
const nameLimit = 100;
/** ms without a further line or letter until the drawing is sent */
const quietFor = 1_000;
const ways = ["draw", "type"] as const;
type Way = (typeof ways)[number];

/** A drawing, or a name that is typed (wants §23). */
export default function Drawing(question: Question) {
  const { value, isDisabled = false, onChange } = question;
  const [way, setWay] = useState<Way>("draw");
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [name, setName] = useState("");
  const [said, setSaid] = useState("");
  const { failure, isSending, later, now, forget } = useDrawing(question, setSaid);
  const [stored] = value === unfinished ? [] : textsOf(value);
  const place = useContinueOnceStored(question, { isStored: stored !== undefined, failure, now });

  // an unfinished drawing is lost with its question
  useEffect(() => {
    if (value === unfinished) onChange(null);
  }, []);
  const restart = (text: string) => {
    forget();
    setStrokes([]);
    setName("");
    setSaid(text);
    onChange(null);
  };
  const isNew = strokes.length > 0 || name !== "";
  return (
    <div class="drawing" ref={place}>
      <Ways
        question={question}
        way={way}
        onChoose={(next) => {
          restart("");
          setWay(next);
        }}
      />
      {stored && !isNew ? (
        <Stored question={question} url={stored} onRemoved={restart} />
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
        <TypedName
          question={question}
          name={name}
          onName={(next, drawn) => {
            setName(next);
            if (drawn) later(drawn);
            else restart("");
          }}
        />
      )}
      {failure !== null && (
        <p class="question-hint" role="alert" dir="auto" lang={wordsLang()}>
          {failure === "failed" ? words.drawing.failed : words.files[failure]}{" "}
          <button type="button" class="link-button" onClick={now}>
            {words.files.again}
          </button>
        </p>
      )}
      <p class="visually-hidden" role="status" lang={wordsLang()}>
        {isSending ? words.page.saving : said}
      </p>
    </div>
  );
}

interface WaysProps {
  question: Question;
  way: Way;
  onChoose(way: Way): void;
}

function Ways({ question, way, onChoose }: WaysProps) {
  const radio = useRadios({
    count: ways.length,
    chosen: ways.indexOf(way),
    isDisabled: question.isDisabled === true,
    shortcut: () => null,
    onChoose(index) {
      const next = ways[index];
      if (next && next !== way) onChoose(next);
    },
    onContinue: question.onContinue,
  });
  return (
    <div {...groupAttributes(question, "radiogroup")} class="ways">
      {ways.map((one, index) => (
        <button key={one} {...radio(index)} class="way" lang={wordsLang()}>
          {words.drawing[one]}
        </button>
      ))}
    </div>
  );
}

interface StoredProps {
  question: Question;
  url: string;
  onRemoved(text: string): void;
}

/** The drawing that is the answer, of which only the service has the image. */
function Stored({ question: { files = {}, language }, url, onRemoved }: StoredProps) {
  const { name = fileName, size } = files[url] ?? {};
  return (
    <ul class="files">
      <FileRow
        name={name}
        size={size}
        language={language}
        onRemove={() => onRemoved(fill(words.files.removed, { name }))}
      />
    </ul>
  );
}

interface TypedNameProps {
  question: Question;
  name: string;
  /** `drawn` is null without a name. */
  onName(name: string, drawn: Drawn | null): void;
}

const TypedName = ({ question, name, onName }: TypedNameProps) => (
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
      onInput={({ currentTarget: field }) => {
        shrink(field);
        onName(field.value, field.value.trim() === "" ? null : signed(field));
      }}
    />
  </div>
);

/** Shows a long name in smaller letters, as its image does. */
function shrink(field: HTMLInputElement): void {
  const { style } = field;
  style.fontSize = "";
  const { fontSize, paddingInlineStart } = getComputedStyle(field);
  const sides = 2 * Number.parseFloat(paddingInlineStart);
  style.fontSize = `${Number.parseFloat(fontSize) * fitting(field.scrollWidth - sides, field.clientWidth - sides)}px`;
}

interface Storing {
  isStored: boolean;
  failure: Failure | null;
  now(): void;
}

/** Continues only when the drawing is stored, if Continue is pressed before. Returns the ref of an element in the form. */
function useContinueOnceStored({ value, onContinue }: Question, { isStored, failure, now }: Storing) {
  const [isLeaving, setLeaving] = useState(false);
  const place = useHeldSubmit<HTMLDivElement>(value === unfinished, () => {
    setLeaving(true);
    now();
  });
  useEffect(() => {
    if (value === unfinished && failure === null) return;
    setLeaving(false);
    if (isLeaving && isStored) onContinue();
  }, [value, failure]);
  return place;
}

const signed = (field: HTMLInputElement): Drawn => ({
  name: field.value.trim(),
  font: getComputedStyle(field).fontFamily,
  ...sizeOf(field),
});

/** The page's policy allows no other images of its own making. */
const dataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = reject;
    reader.readAsDataURL(file);
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
    let image = "";
    const result = await drawnFile(drawn, fileName).then(
      async (file) => {
        image = await dataUrl(file);
        return upload(file, () => undefined, abort.signal);
      },
      (): UploadResult => ({ ok: false, reason: "failed" }),
    );
    if (abort.signal.aborted) return;
    state.sending = null;
    setSending(false);
    if (!result.ok) return setFailure(result.reason);
    state.drawn = null;
    drawings.set(result.file.url, image);
    onSaid(words.drawing.saved);
    onChange([result.file.url]);
  };
  /** Sends what isn't stored yet. */
  const now = (): void => {
    if (state.drawn && !state.sending) send(state.drawn);
  };
  useOnline(now);
  useEffect(() => stop, []);
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
