import { type CSSProperties, createElement, type ReactElement, type ReactNode, useEffect, useRef } from "react";

/** Events of the form's page. They have no answers, because any site can embed a form. */
export type FormEvent = "ready" | "step" | "started" | "completed" | "closed";

export interface PathformProps {
  /** origin of the server, such as `https://forms.example.com` */
  server: string;
  /** the end of the form's link */
  slug: string;
  /** in the page, or behind a button. Default `inline`. */
  mode?: "inline" | "popup" | "slider";
  /** values of hidden fields by their keys, in lowercase */
  hidden?: Readonly<Record<string, string>>;
  /** answers to begin with, by question IDs in lowercase */
  answers?: Readonly<Record<string, string>>;
  /** BCP 47 tag of one of the form's languages */
  lang?: string;
  /** name of the frame for screen readers */
  title?: string;
  /** text and color of the button of a popup or slider */
  label?: string;
  color?: string;
  /** a button of your own instead */
  children?: ReactNode;
  className?: string;
  style?: CSSProperties;
  onReady?(): void;
  onStep?(): void;
  onStarted?(): void;
  onCompleted?(): void;
  onClosed?(): void;
}

type Handlers = Pick<PathformProps, "onReady" | "onStep" | "onStarted" | "onCompleted" | "onClosed">;

/** A form of a Pathform server. The server's own script draws it after hydration, so that it is as new as the server. */
// biome-ignore lint/style/useNamingConvention: a component
export function Pathform({ server, slug, className, style, children, ...props }: PathformProps): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  const handlers = useRef<Handlers>(props);
  handlers.current = props;
  const attributes = attributesOf({ server, slug, ...props });
  // another form is another element: the script takes each one once
  const key = JSON.stringify(attributes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element changes with its key
  useEffect(() => {
    const shown = element.current;
    const tell = (event: Event) => {
      const { type } = (event as CustomEvent<{ type: FormEvent }>).detail;
      handlers.current[`on${type[0]?.toUpperCase()}${type.slice(1)}` as keyof Handlers]?.();
    };
    shown?.addEventListener("pathform", tell);
    loadScript(server);
    return () => shown?.removeEventListener("pathform", tell);
  }, [server, key]);
  return createElement("div", { key, ref: element, className, style, ...attributes }, children);
}

function attributesOf({ server, slug, mode = "inline", hidden, answers, lang, title, label, color }: PathformProps) {
  const named = (use: string, values: Readonly<Record<string, string>> = {}) =>
    Object.entries(values).map(([name, value]) => [`data-${use}-${name}`, value] as const);
  return Object.fromEntries(
    [
      ["data-pathform", slug],
      ["data-src", server],
      ["data-mode", mode],
      ["data-lang", lang],
      ["data-title", title],
      ["data-label", label],
      ["data-button", color],
      ...named("hidden", hidden),
      ...named("answer", answers),
    ].filter(([, value]) => value !== undefined),
  );
}

/** The script watches the page for new elements. */
function loadScript(server: string): void {
  const src = new URL("/embed.js", server).href;
  if ([...document.scripts].some((script) => script.src === src)) return;
  const script = document.createElement("script");
  // the next form tries it again
  Object.assign(script, { src, async: true, onerror: () => script.remove() });
  document.head.append(script);
}
