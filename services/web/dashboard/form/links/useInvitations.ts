import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CreateLinkMailBody, LinkMailing } from "../../../../../shared/api/shapes/linkMails.ts";
import * as words from "../../../strings/en/dashboard/linkMails.ts";
import { problemText } from "../../../ui/failed.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { type LinkLetter, linkMailPlan, linksKey, sendLinkMails, testLinkMail } from "../../api/queries/links.ts";
import { useSettled } from "../../mails/letter/useSettled.ts";

/** A dry run of the invitations, a test, and the sending. */
export function useInvitations(
  slug: string,
  letter: LinkLetter,
  choice: Pick<CreateLinkMailBody, "link_ids" | "filter" | "remind_after_days">,
  onSent: () => void,
) {
  const queryClient = useQueryClient();
  const body = { ...letter, ...choice };
  const written = useSettled(body);
  const canPlan = letter.subject.trim() !== "";
  const plan = useQuery({
    ...linkMailPlan(slug, written),
    enabled: written.subject.trim() !== "",
    placeholderData: keepPreviousData,
  });
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  // a refused text keeps the last preview
  const [planned, setPlanned] = useState<{ plan: LinkMailing; written: CreateLinkMailBody } | null>(null);
  if (plan.data && !plan.isPlaceholderData && plan.data !== planned?.plan) setPlanned({ plan: plan.data, written });
  const sending = useMutation({
    mutationFn: () => sendLinkMails(slug, body, idempotencyKey),
    onSuccess: ({ counts }) => {
      tell(words.sent(counts.recipients));
      void queryClient.invalidateQueries({ queryKey: linksKey(slug) });
      onSent();
    },
  });
  const test = useMutation({
    mutationFn: () => testLinkMail(slug, letter),
    onSuccess: ({ success, error_message: message }) => tell(success ? words.tested : (message ?? words.testFailed)),
    onError: (error) => tell(problemText(error)),
  });
  // the preview shows the email as it would be sent
  const isPlanned = canPlan && plan.isSuccess && !plan.isPlaceholderData && isSame(written, body);
  return { ...planned, isPlanned, canPlan, error: sending.error ?? plan.error, sending, test };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
