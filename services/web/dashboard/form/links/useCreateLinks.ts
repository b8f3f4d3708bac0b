import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { NewLink } from "../../../../../shared/api/shapes/links.ts";
import { referenceKey } from "../../../../../shared/domain/reference.ts";
import * as words from "../../../strings/en/dashboard/links.ts";
import { ApiError } from "../../../ui/apiError.ts";
import { tell } from "../../../ui/toasts.tsx";
import { createLinks, linksKey } from "../../api/queries/links.ts";

/** Below the service's limit of a request, so that progress shows. */
const batchSize = 250;

/**
 * Creates links in batches, and leaves out people who have one. Closing the dialog doesn't stop it. After an error, it continues with
 * the batch that failed, under the same idempotency key: a batch whose reply was lost isn't created twice.
 */
export function useCreateLinks(slug: string, onDone: () => void) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const created = useRef(new Set<string>());
  const others = useRef(new Set<string>());
  const key = useRef({ of: "", id: "" });
  const createBatch = async (batch: readonly NewLink[]) => {
    if (batch.length === 0) return;
    const of = JSON.stringify(batch);
    if (key.current.of !== of) key.current = { of, id: crypto.randomUUID() };
    await createLinks(slug, batch, key.current.id);
    for (const { reference } of batch) created.current.add(reference);
    setDone(created.current.size);
  };
  const mutation = useMutation({
    async mutationFn(links: readonly NewLink[]) {
      const isLeft = ({ reference }: NewLink) =>
        !created.current.has(reference) && !others.current.has(referenceKey(reference));
      const left = links.filter(isLeft);
      for (let start = 0; start < left.length; start += batchSize) {
        const batch = left.slice(start, start + batchSize);
        await createBatch(batch).catch((error: unknown) => {
          const taken = takenIn(error);
          if (taken.length === 0) throw error;
          for (const reference of taken) others.current.add(referenceKey(reference));
          return createBatch(batch.filter(isLeft));
        });
      }
      return created.current.size;
    },
    onSuccess(count) {
      tell(words.created(count, others.current.size));
      onDone();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: linksKey(slug) }),
  });
  const { mutate: create, isPending, error, variables } = mutation;
  return { create, isPending, error, done, all: variables?.length ?? 0 };
}

/** Returns the references of people who already have a link. */
const takenIn = (error: unknown): readonly string[] => (error instanceof ApiError ? error.references : []);
