/** On pages that emails to respondents open. */
export const envelope =
  '<svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><path d="M22 7l-8.991 5.727a2 2 0 0 1-2.009 0L2 7"/><rect x="2" y="4" width="20" height="16" rx="2"/></svg>';

/** Pathform's mark, as in services/web/ui/mark.tsx. */
export const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#5546e0"/><path d="M9.6 25V13.4A5.4 5.4 0 0 1 15 8h2.4a5.5 5.5 0 0 1 0 11h-1" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/><circle cx="16.4" cy="19" r="2.9" fill="#ff8a6e"/></svg>';
