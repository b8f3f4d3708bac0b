/** Returns whether the caret of a RecallInput is on the line of this place of its text, as the copy behind the field draws it. */
export function isOnLine(field: HTMLTextAreaElement, offset: number): boolean {
  const drawn = field.previousElementSibling as Element;
  const [caret, place] = [field.selectionEnd, offset].map((at) => boxAfter(drawn, at));
  return !caret || !place || Math.abs(caret.top - place.top) < place.height / 2;
}

/** The box of the letter after this place. There is one after the last: what is drawn ends with an empty letter. */
function boxAfter(drawn: Element, offset: number): DOMRect | undefined {
  const texts = document.createTreeWalker(drawn, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    if (offset < before + text.length) {
      const letter = document.createRange();
      letter.setStart(text, offset - before);
      letter.setEnd(text, offset - before + 1);
      return letter.getBoundingClientRect();
    }
    before += text.length;
  }
  return undefined;
}
