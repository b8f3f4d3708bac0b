import { useRef, useState } from "preact/hooks";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/fileUpload.ts";
import { fileLimits } from "../../../../shared/domain/questions/uploads.ts";
import { counted, fill, numeral, words, wordsLang, wordsLocale } from "../words.ts";
import { DropZone } from "./parts/dropZone.tsx";
import { FileRow, sizeText } from "./parts/fileRow.tsx";
import { useHeldSubmit } from "./parts/unsent.ts";
import { type Pending, useUploads } from "./parts/uploads.ts";
import type { QuestionProps, UploadedFile } from "./question.ts";
import { textsOf } from "./selections.ts";

type Config = ConfigOf<typeof config.fileUpload, "file_upload">;

export default function FileUpload(asked: QuestionProps<Config>) {
  const question = { ...asked, config: { ...asked.config, ...fileLimits(asked.config) } };
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
      setSaid(fill(words.files.uploaded, { name: file.name }));
      answer([...urls.current, file.url]);
    },
  });
  const removed = (name: string) => {
    setSaid(fill(words.files.removed, { name }));
    // the Remove button is gone, so focus what comes next
    zone.current?.focus();
  };
  const [isHeld, setHeld] = useState(false);
  // a file that wasn't added isn't left behind unnoticed
  const refused = useHeldSubmit<HTMLUListElement>(
    pending.some(({ problem }) => problem !== null),
    (list) => {
      setHeld(true);
      list.querySelector<HTMLElement>("[data-problem]")?.focus();
    },
  );
  const isFull = urls.current.length + pending.filter((it) => it.problem === null).length >= config.max_files;
  const size = sizeText(config.max_size_mb, "megabyte");
  return (
    <>
      <DropZone question={question} isFull={isFull} inputRef={zone} onFiles={add} limits={limitsText(config, size)} />
      <ul class="files" ref={refused}>
        {urls.current.map((url, index) => {
          const file = known[url] ?? files[url];
          const name = file?.name ?? fill(words.files.number, { number: numeral(index + 1) });
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
            problem={problemOf(it, size)}
            isHeld={isHeld}
            onRetry={it.problem === "failed" || it.problem === "rate" ? () => retry(it) : undefined}
            onRemove={() => {
              cancel(it);
              removed(it.file.name);
            }}
          />
        ))}
      </ul>
      <p class="visually-hidden" lang={wordsLang()} role="status">
        {said}
      </p>
    </>
  );
}

function problemOf({ problem }: Pending, size: string): string | undefined {
  return problem === null ? undefined : fill(words.files[problem], { size });
}

function limitsText({ max_files, accept }: Config, size: string): string {
  const { limit, limits, anyKind } = words.files;
  const list = new Intl.ListFormat(wordsLocale(), { type: "conjunction", style: "narrow" });
  const kinds = accept.includes("*/*") ? anyKind : list.format(accept.map(kindText));
  return max_files === 1 ? fill(limit, { size, kinds }) : counted(limits, max_files, { size, kinds });
}

function kindText(type: string): string {
  const { images: image, audio, videos: video, text } = words.files;
  const kinds: Readonly<Record<string, string>> = { image, audio, video, text };
  const [kind = "", format = ""] = type.split("/");
  return (format === "*" && kinds[kind]) || format.toUpperCase();
}
