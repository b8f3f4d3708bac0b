import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useState } from "react";
import type { Annotations as Given } from "../../../../../shared/api/shapes/annotations.ts";
import type { ResponseDetail } from "../../../../../shared/api/shapes/sessions.ts";
import * as words from "../../../strings/en/dashboard/corrections.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { problemText } from "../../../ui/failed.tsx";
import { Labelled } from "../../../ui/fields/labelled.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { annotateResponse } from "../../api/queries/corrections.ts";
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
  const save = useMutation({
    mutationFn: (changed: Partial<Given>) =>
      annotateResponse(queryClient, slug, session.id, { ...annotations, ...changed }),
  });
  const { tags, is_flagged } = save.isPending ? { ...annotations, ...save.variables } : annotations;
  const [isAdding, setAdding] = useState(false);
  const [isNoting, setNoting] = useState(false);
  const add = (tag: string) => {
    setAdding(false);
    if (tag && !tags.includes(tag)) save.mutate({ tags: [...tags, tag] });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") add(event.currentTarget.value.trim());
    if (event.key !== "Escape") return;
    event.stopPropagation();
    setAdding(false);
  };
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
          <span key={tag} className={styles.tag}>
            <Link
              className={styles.link}
              to="/forms/$slug/responses"
              params={{ slug }}
              search={{ tag }}
              aria-label={words.withTag(tag)}
            >
              <Badge kind="info">{tag}</Badge>
            </Link>
            {mayChange && (
              <Button
                look="plain"
                size="small"
                icon="x"
                aria-label={words.removeTag(tag)}
                onPress={() => save.mutate({ tags: tags.filter((one) => one !== tag) })}
              />
            )}
          </span>
        ))}
        {mayChange && tags.length < tagLimit && !isAdding && (
          <Button look="plain" size="small" icon="plus" onPress={() => setAdding(true)}>
            {words.tag}
          </Button>
        )}
        {mayChange && !isNoting && !annotations.note && (
          <Button look="plain" size="small" icon="plus" onPress={() => setNoting(true)}>
            {words.note}
          </Button>
        )}
        {isAdding && (
          <input
            className={styles.input}
            aria-label={words.newTag}
            placeholder={words.newTag}
            maxLength={50}
            // biome-ignore lint/a11y/noAutofocus: it replaces the button that was pressed
            autoFocus
            onKeyDown={onKeyDown}
            onBlur={({ target }) => add(target.value.trim())}
          />
        )}
      </div>
      {(isNoting || annotations.note) && (
        <Labelled label={words.note} description={words.noteHint}>
          {(attributes) => (
            <textarea
              {...attributes}
              key={annotations.note}
              // biome-ignore lint/a11y/noAutofocus: it replaces the button that was pressed
              autoFocus={isNoting}
              dir="auto"
              rows={2}
              maxLength={5_000}
              readOnly={!mayChange}
              defaultValue={annotations.note}
              onBlur={({ target }) => target.value !== annotations.note && save.mutate({ note: target.value })}
            />
          )}
        </Labelled>
      )}
      {save.error && <Notice kind="danger">{problemText(save.error)}</Notice>}
    </section>
  );
}

const tagLimit = 20;
