import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { Texts } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/translations.ts";
import { tell } from "../../../ui/toasts.tsx";
import { api } from "../../api/service.ts";
import { useAnnounce } from "../editing/announcer.tsx";
import { useEditor } from "../editing/useEditor.ts";
import { type Changes, statusOf, type TextGroup, type TextRow } from "./rows.ts";
import type { Move } from "./textCell.tsx";
import type { CellActions } from "./textGroup.tsx";
import { useChangesKnown } from "./useTexts.ts";

interface Props {
  form: FormDetail;
  language: string;
  texts: Texts;
  changes: Changes;
  scroller: RefObject<HTMLElement | null>;
  onShown(group: TextGroup): void;
}

/** Returns what cells do, the text that has the focus, those that stay although the filter leaves them out, and a way to one. */
export function useCellActions(props: Props) {
  const editor = useEditor();
  const announce = useAnnounce();
  const known = useChangesKnown(props.form);
  const order = useRef<readonly TextGroup[]>([]);
  const [focused, setFocused] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  // the actions stay the same, and read what is newest
  const current = useRef({ ...props, announce, known });
  current.current = { ...props, announce, known };
  const actions = useMemo((): CellActions => {
    const change = (key: string, text: string) => {
      const { language } = current.current;
      const step = { label: words.steps.translate, key: `translate ${language} ${key}` };
      editor.perform("setTranslation", { language, key, text }, step);
    };
    return {
      focus(group, key) {
        setFocused(key);
        setWanted(null);
        setKept((before) => (before.has(key) ? before : new Set([...before, key])));
        current.current.onShown(group);
      },
      leave: () => editor.settle(),
      change,
      copy(row) {
        editor.settle();
        change(row.key, row.source);
      },
      confirm(row) {
        // the button goes away
        setWanted(row.key);
        void confirm(row, current.current);
      },
      move(key, move) {
        const { texts, changes, announce } = current.current;
        const to = textAfter(order.current, key, move, (row) => statusOf(row, texts, changes) !== "done");
        if (to === null) return announce(words.isLast);
        setWanted(to);
      },
    };
  }, [editor]);
  useScrolledTo(wanted, order, props.scroller);
  return { actions, order, focused, wanted, kept, goTo: setWanted, forgetKept: () => setKept(new Set()) };
}

async function confirm(
  { key }: TextRow,
  {
    form,
    language,
    known,
    announce,
  }: Props & { known: ReturnType<typeof useChangesKnown>; announce: (text: string) => void },
): Promise<void> {
  const path = "/api/v2/form/{slug}/draft/translations/confirm/";
  try {
    const answer = await api.post(path, { path: { slug: form.slug }, body: { language, keys: [key] } });
    if (!answer.ok) return tell(answer.error.detail);
    known.forget(language, [key]);
    announce(words.confirmed);
  } catch {
    tell(words.notConfirmed);
  }
}

/** Returns the key of the text to go to; the next to do from the start again after the last. */
function textAfter(
  groups: readonly TextGroup[],
  key: string,
  move: Move,
  isTodo: (row: TextRow) => boolean,
): string | null {
  const rows = groups.flatMap((group) => group.rows);
  const at = rows.findIndex((row) => row.key === key);
  if (move !== "next_todo") return rows[at + (move === "next" ? 1 : -1)]?.key ?? null;
  return [...rows.slice(at + 1), ...rows.slice(0, at)].find(isTodo)?.key ?? null;
}

/** Scrolls to a text that isn't there yet, because its question is far from the window. */
function useScrolledTo(
  wanted: string | null,
  order: RefObject<readonly TextGroup[]>,
  scroller: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (wanted === null) return;
    const group = order.current.find(({ rows }) => rows.some(({ key }) => key === wanted));
    const element = [...(scroller.current?.querySelectorAll<HTMLElement>("[data-group]") ?? [])].find(
      ({ dataset }) => dataset.group === group?.id,
    );
    const field = element?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted)}"]`);
    (field ?? element)?.scrollIntoView({ block: "nearest" });
  }, [wanted, order, scroller]);
}
