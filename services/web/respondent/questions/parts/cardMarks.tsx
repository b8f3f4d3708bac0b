/** The card's letter and check mark. Hidden from screen readers, because the group's roles say both. */
export function CardMarks({ letter }: { letter?: string | undefined }) {
  return (
    <>
      <span class="card-key" aria-hidden="true">
        {letter}
      </span>
      <Check />
    </>
  );
}

export function Check() {
  return (
    <svg class="check" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M4.5 10.5l3.5 3.5 7.5-8" />
    </svg>
  );
}
