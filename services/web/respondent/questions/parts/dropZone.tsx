import type { Ref } from "preact";
import { useState } from "preact/hooks";
import { words, wordsLang } from "../../words.ts";
import type { FileLimits } from "../files.ts";
import type { QuestionProps } from "../question.ts";
import { fieldAttributes } from "./fieldAttributes.ts";

interface Props {
  question: QuestionProps<FileLimits & { max_files: number; input: "file" | "draw" | "photo" }>;
  isFull: boolean;
  inputRef: Ref<HTMLInputElement>;
  limits: string;
  onFiles(files: File[]): void;
}

/** An invisible file input fills the zone, so that a click opens it and files can be dropped on it. */
export function DropZone({ question, isFull, inputRef, limits, onFiles }: Props) {
  const { max_files, accept, input } = question.config;
  const [one, several] = input === "photo" ? (["photo", "photos"] as const) : (["add", "addSeveral"] as const);
  const [isOver, setOver] = useState(false);
  const isSeveral = max_files > 1;
  const isBlocked = isFull || question.isDisabled === true;
  const take = (files: Iterable<File> | null | undefined) => !isBlocked && onFiles([...(files ?? [])]);
  const limitsId = `${question.labels.title}-limits`;
  const { readOnly: _, "aria-required": __, ...attributes } = fieldAttributes(question);
  return (
    <div class="drop-zone" data-over={isOver || undefined} data-full={isFull || undefined}>
      <input
        {...attributes}
        ref={inputRef}
        class="drop-zone-input"
        type="file"
        multiple={isSeveral}
        capture={input === "photo" ? "environment" : undefined}
        accept={accept.join(",")}
        aria-describedby={[attributes["aria-describedby"], limitsId].filter(Boolean).join(" ")}
        aria-disabled={isBlocked || undefined}
        onClick={(event) => isBlocked && event.preventDefault()}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false);
          event.preventDefault();
          take(event.dataTransfer?.files);
        }}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // allows choosing the same file again
          currentTarget.value = "";
        }}
      />
      <svg class="drop-zone-icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 16V5m0 0L7.5 9.5M12 5l4.5 4.5M4.5 15v3a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5v-3" />
      </svg>
      <p class="drop-zone-text" dir="auto" lang={wordsLang()}>
        {isFull ? (
          isSeveral ? (
            words.files.fullSeveral
          ) : (
            words.files.full
          )
        ) : (
          <>
            <span class="drop-zone-button">{words.files[isSeveral ? several : one]}</span>{" "}
            <span class="drop-zone-or">{isSeveral ? words.files.dropSeveral : words.files.drop}</span>
          </>
        )}
      </p>
      <p class="question-hint" id={limitsId} dir="auto" lang={wordsLang()}>
        {limits}
      </p>
    </div>
  );
}
