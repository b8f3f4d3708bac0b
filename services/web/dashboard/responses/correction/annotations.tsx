import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useState } from "react";
import type { Annotations as Given } from "../../../../../shared/api/shapes/annotations.ts";
import type { ResponseDetail } from "../../../../../shared/api/shapes/sessions.ts";
import { noteLength, tagLength, tagLimit } from "../../../../../shared/domain/limits.ts";
import * as words from "../../../strings/en/dashboard/corrections.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { problemText } from "../../../ui/failed.tsx";
import { Labelled } from "../../../ui/fields/labelled.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { annotateResponse } from "../../api/queries/corrections.ts";
import { responseQuery } from "../../api/queries/responses.ts";
import styles from "./annotations.module.css";

interface Props {
  slug: string;
  session: ResponseDetail;
  mayChange: boolean;
}

/** Tags, flag and note of a response, which only members see. Every change is saved when it is made. */
export function Annotations({ slug, session, mayChange }: Props) {
  const queryClient = useQueryClient();
  const { annotations } = session;
  const mutationKey = ["annotations", session.id];
  const save = useMutation({
    mutationKey,
    // in the order of the changes, each after the one before
    scope: { id: mutationKey.join(" ") },
    mutationFn(changed: Partial<Given>) {
      const newest = queryClient.getQueryData(responseQuery(slug, session.id).queryKey)?.annotations ?? annotations;
      return annotateResponse(queryClient, slug, session.id, { ...newest, ...changed });
    },
  });
  const pending = useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state }) => state.variables as Partial<Given>,
  });
  const { tags, is_flagged } = Object.assign({}, annotations, ...pending) as Given;
  const [isNoting, setNoting] = useState(false);
  return (
    <section className={styles.annotations} aria-label={words.annotations}>
      <div className={styles.tags}>
        <Button
          look="plain"
          size="small"
          icon="flag"
          aria-label={words.flag(is_flagged)}
          aria-pressed={is_flagged}
          isDisabled={!mayChange}
          onPress={() => save.mutate({ is_flagged: !is_flagged })}
        />
        {tags.map((tag) => (
          <Tag
            key={tag}
            slug={slug}
            tag={tag}
            onRemove={mayChange ? () => save.mutate({ tags: tags.filter((one) => one !== tag) }) : null}
          />
        ))}
        {mayChange && tags.length < tagLimit && (
          <NewTag onAdd={(tag) => !tags.includes(tag) && save.mutate({ tags: [...tags, tag] })} />
        )}
        {mayChange && !isNoting && !annotations.note && (
          <Button look="plain" size="small" icon="plus" onPress={() => setNoting(true)}>
            {words.note}
          </Button>
        )}
      </div>
      {(isNoting || annotations.note) && (
        <Note
          note={annotations.note}
          isNew={isNoting}
          mayChange={mayChange}
          onChange={(note) => save.mutate({ note })}
        />
      )}
      {save.error && <Notice kind="danger">{problemText(save.error)}</Notice>}
    </section>
  );
}

/** A tag, which leads to the responses that have it. */
const Tag = ({ slug, tag, onRemove }: { slug: string; tag: string; onRemove: (() => void) | null }) => (
  <span className={styles.tag}>
    <Link
      className={styles.link}
      to="/forms/$slug/responses"
      params={{ slug }}
      search={{ tag }}
      aria-label={words.withTag(tag)}
    >
      <Badge kind="info">{tag}</Badge>
    </Link>
    {onRemove && <Button look="plain" size="small" icon="x" aria-label={words.removeTag(tag)} onPress={onRemove} />}
  </span>
);

/** A button, and once it is pressed a field in its place. */
function NewTag({ onAdd }: { onAdd: (tag: string) => void }) {
  const [isAdding, setAdding] = useState(false);
  const add = (typed: string) => {
    setAdding(false);
    const tag = typed.trim();
    if (tag) onAdd(tag);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") add(event.currentTarget.value);
    if (event.key !== "Escape") return;
    event.stopPropagation();
    setAdding(false);
  };
  if (!isAdding)
    return (
      <Button look="plain" size="small" icon="plus" onPress={() => setAdding(true)}>
        {words.tag}
      </Button>
    );
  return (
    <input
      className={styles.input}
      aria-label={words.newTag}
      placeholder={words.newTag}
      maxLength={tagLength}
      // biome-ignore lint/a11y/noAutofocus: it replaces the button that was pressed
      autoFocus
      onKeyDown={onKeyDown}
      onBlur={({ target }) => add(target.value)}
    />
  );
}

interface NoteProps {
  note: string;
  /** the button that it replaces was pressed */
  isNew: boolean;
  mayChange: boolean;
  onChange: (note: string) => void;
}

const Note = ({ note, isNew, mayChange, onChange }: NoteProps) => (
  <Labelled label={words.note} description={words.noteHint}>
    {(attributes) => (
      <textarea
        {...attributes}
        key={note}
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that was pressed
        autoFocus={isNew}
        dir="auto"
        rows={2}
        maxLength={noteLength}
        readOnly={!mayChange}
        defaultValue={note}
        onBlur={({ target }) => target.value !== note && onChange(target.value)}
      />
    )}
  </Labelled>
);
