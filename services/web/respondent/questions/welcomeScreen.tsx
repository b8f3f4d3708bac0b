/** Heading and description only. The page's Continue shows `button_text`. */
export default function WelcomeScreen() {
  return null;
}
