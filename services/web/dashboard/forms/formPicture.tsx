import type { FormListItem } from "../../../../shared/domain/shapes/forms.ts";

/** What a form looks like, in its theme's colors: a title, two answers and a button. */
export const FormPicture = ({ colors }: { colors: FormListItem["theme_colors"] }) => (
  <svg aria-hidden="true" width="60" height="44" viewBox="0 0 60 44" style={{ flex: "none" }}>
    <rect x="0.5" y="0.5" width="59" height="43" rx="6.5" fill={colors.background} stroke="var(--border)" />
    <rect x="10" y="9" width="30" height="4" rx="2" fill={colors.text} />
    <g fill={colors.primary} opacity="0.35">
      <rect x="10" y="17" width="40" height="5" rx="2.5" />
      <rect x="10" y="25" width="40" height="5" rx="2.5" />
    </g>
    <rect x="10" y="33" width="13" height="5" rx="2.5" fill={colors.primary} />
  </svg>
);
