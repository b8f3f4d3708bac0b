import type { PublicForm } from "../../../shared/api/shapes/sessions.ts";
import { plainText } from "../../../shared/domain/graph/markup/plain.ts";
import card from "./linkCard.png";
import { noticeOf } from "./screens/notices.ts";
import type { RespondentState } from "./walk/state.ts";
import { words } from "./words.ts";

interface Props {
  form: PublicForm;
  state: RespondentState;
  /** of this server, without a slash at the end */
  baseUrl: string;
}

const cardSize = { width: 1200, height: 630 };
/** Messengers cut longer texts. */
const descriptionLimit = 200;

/** Metadata for the card that sites and messengers show for a link to the form (Open Graph). Says only what the page says. */
export function LinkCard({ form, state, baseUrl }: Props) {
  const { slug, title } = form.form;
  const { background_image_url: background, logo_url: logo } = form.theme;
  const { language, languages = [language] } = form.form;
  const url = `${baseUrl}/f/${slug}${language === languages[0] ? "" : `?lang=${language}`}`;
  const own = background ?? logo;
  const isLarge = own === null || own === background;
  return (
    <>
      <meta name="description" content={descriptionOf(state)} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={url} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={descriptionOf(state)} />
      <meta property="og:image" content={own ?? `${baseUrl}${card}`} />
      {own === null && <meta property="og:image:width" content={String(cardSize.width)} />}
      {own === null && <meta property="og:image:height" content={String(cardSize.height)} />}
      <meta name="twitter:card" content={isLarge ? "summary_large_image" : "summary"} />
    </>
  );
}

/** Returns the welcome screen's description, or why the form can't be answered. */
function descriptionOf({ screen, message, opensAt, node, form }: RespondentState): string {
  const plain = message && form?.graph.markup ? plainText(message, "line") : message;
  const notice = noticeOf(screen, { message: plain, opensAt });
  const welcome = node?.question_type === "welcome_screen" ? node.data.description : null;
  const text = notice ? [notice.message, notice.text].filter(Boolean).join(" ") : welcome?.trim();
  return shortened((text || words.page.linkText).replaceAll(/\s+/g, " "));
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length <= descriptionLimit
    ? text
    : `${letters
        .slice(0, descriptionLimit - 1)
        .join("")
        .trimEnd()}…`;
}
