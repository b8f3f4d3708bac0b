/** Nothing but its heading and description; the page's Continue says `button_text` there, and Enter presses it. */
export default function WelcomeScreen() {
  return null;
}
