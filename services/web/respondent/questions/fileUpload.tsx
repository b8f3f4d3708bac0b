import { useRef, useState } from "preact/hooks";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/fileUpload.ts";
import * as words from "../../strings/en/files.ts";
import { fileProblems } from "../../strings/en/files.ts";
import { numberText } from "./numbers.ts";
import { DropZone } from "./parts/dropZone.tsx";
import { FileRow } from "./parts/fileRow.tsx";
import { type Pending, useUploads } from "./parts/uploads.ts";
import type { QuestionProps, UploadedFile } from "./question.ts";
import { textsOf } from "./selections.ts";

type Config = ConfigOf<typeof config.fileUpload, "file_upload">;

export default function FileUpload(question: QuestionProps<Config>) {
  const { config, value, language, files = {}, onChange } = question;
  const urls = useRef<string[]>([]);
  urls.current = textsOf(value);
  const [known, setKnown] = useState<Readonly<Record<string, UploadedFile>>>({});
  const [said, setSaid] = useState("");
  const zone = useRef<HTMLInputElement>(null);
  const answer = (next: string[]) => {
    // two uploads can end before the next render
    urls.current = next;
    onChange(next.length > 0 ? next : null);
  };
  const { pending, add, retry, cancel } = useUploads({
    question,
    limits: config,
    taken: urls.current.length,
    onUploaded(file) {
      setKnown((list) => ({ ...list, [file.url]: file }));
      setSaid(words.uploaded(file.name));
      answer([...urls.current, file.url]);
    },
  });
  const removed = (name: string) => {
    setSaid(words.removed(name));
    // the Remove button is gone, so focus what comes next
    zone.current?.focus();
  };
  const isFull = urls.current.length + pending.filter((it) => it.problem === null).length >= config.max_files;
  const megabytes = numberText(config.max_size_mb, language);
  return (
    <>
      <DropZone
        question={question}
        isFull={isFull}
        inputRef={zone}
        onFiles={add}
        limits={limitsText(config, megabytes)}
      />
      <ul class="files">
        {urls.current.map((url, index) => {
          const file = known[url] ?? files[url];
          const name = file?.name ?? words.fileNumber(index + 1);
          return (
            <FileRow
              key={url}
              name={name}
              size={file?.size}
              language={language}
              onRemove={() => {
                answer(urls.current.filter((it) => it !== url));
                removed(name);
              }}
            />
          );
        })}
        {pending.map((it) => (
          <FileRow
            key={it.id}
            name={it.file.name}
            size={it.file.size}
            language={language}
            progress={it.problem === null ? it.progress : undefined}
            problem={problemOf(it, megabytes)}
            onRetry={it.problem === "failed" || it.problem === "rate" ? () => retry(it) : undefined}
            onRemove={() => {
              cancel(it);
              removed(it.file.name);
            }}
          />
        ))}
      </ul>
      <p class="visually-hidden" lang="en" role="status">
        {said}
      </p>
    </>
  );
}

function problemOf({ problem }: Pending, megabytes: string): string | undefined {
  return problem === null ? undefined : fileProblems[problem](megabytes);
}

function limitsText({ max_files, accept }: Config, megabytes: string): string {
  const kinds = accept.map((type) => words.kinds[type] ?? type.slice(type.indexOf("/") + 1).toUpperCase());
  return words.fileLimits(max_files, megabytes, accept.includes("*/*") ? words.anyKind : kinds.join(", "));
}
