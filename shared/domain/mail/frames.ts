import { directionOf } from "../../languages/direction.ts";
import { mailWords } from "../../languages/mails.ts";
import { filled } from "../../languages/words.ts";
import type { Letter } from "./letter.ts";
import { lookOf, type MailTheme } from "./letterLook.ts";

type Frame = Omit<Letter, "paragraphs" | "groups" | "isCut">;

/** Buttons of an owner's email about one response and about several. */
export const viewResponse = "View response";
export const viewResponses = "View responses";

interface OwnersFrame {
  title: string;
  address: string;
  button: { url: string; label: string };
  server: string;
  stopUrl: string;
}

/** Returns the frame of an owner's notification. It is English, like all emails to owners. */
export const ownersFrame = ({ title, address, ...others }: OwnersFrame): Frame => ({
  ...others,
  heading: title,
  footer: `Pathform sent this email to ${address} because it receives the notifications of the form “${title}”.`,
});

/** Returns the texts around an owner's own, in the language that fits best. */
export function frameIn(tag: string, theme: MailTheme | undefined) {
  const { words, language } = mailWords(tag);
  const isRightToLeft = directionOf(language) === "rtl";
  return {
    words,
    letter: { language, rest: words.rest, ...(theme && { look: lookOf(theme) }) },
    say: (name: keyof typeof words, values: Record<string, string>) => filled(words[name], values, isRightToLeft),
  };
}

/** Returns the frame of a copy to a respondent, in the form's colors. It links to nothing, because the recipient can't sign in. */
export function copyFrame(title: string, tag: string, theme: MailTheme | undefined): Frame & { language: string } {
  const { letter, say } = frameIn(tag, theme);
  return { ...letter, heading: title, button: null, footer: say("copyReason", { title }), stopUrl: null };
}
