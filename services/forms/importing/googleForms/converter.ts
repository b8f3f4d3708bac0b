import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { ImportedForm, type Item, placed } from "../importedForm.ts";
import { PageBuilder } from "../pageBuilder.ts";
import { checkCount, list, type Raw, record, records, text } from "../values.ts";
import { fitted, worded } from "../wording.ts";
import { addGrid } from "./grids.ts";
import { type GoogleQuestion, googleQuestion, imageAddress } from "./questions.ts";
import { addScore, noteFeedback } from "./scores.ts";
import { Sections } from "./sections.ts";

/** Converts the items of a form. A page break starts a section, which becomes a page. */
export function convertGoogleForm(document: Raw): ImportedForm {
  return new GoogleConverter(document).convert();
}

class GoogleConverter {
  private readonly form = new ImportedForm();
  private readonly pages = new PageBuilder(this.form);
  private readonly sections = new Sections(this.form);
  private readonly document: Raw;
  private readonly isQuiz: boolean;

  constructor(document: Raw) {
    this.document = document;
    this.isQuiz = record(record(document.settings).quizSettings).isQuiz === true;
  }

  convert(): ImportedForm {
    const { form, document } = this;
    const info = record(document.info);
    form.title = text(info.title) || text(info.documentTitle) || "Form";
    this.addIntroduction(text(info.description));
    this.pages.start("");
    this.sections.start("");
    this.addEmail();
    for (const [index, raw] of list(document.items).map(record).entries()) {
      checkCount(form.items.length);
      this.add(raw, `items[${index}]`);
    }
    this.pages.end();
    if (this.isQuiz) this.addEnd();
    this.sections.addJumps(() => this.addEnd());
    return form;
  }

  private addIntroduction(description: string): void {
    if (description === "") return;
    const item = this.form.item("info.description");
    const data = { ...worded(item, this.form.title, description), config: {} };
    this.form.add(item, { id: "introduction", question_type: "welcome_screen", data });
  }

  /** Google asks for the address above the first question, or takes that of the account. */
  private addEmail(): void {
    const { emailCollectionType: collection } = record(this.document.settings);
    if (collection !== "VERIFIED" && collection !== "RESPONDER_INPUT") return;
    const item = this.form.item("settings.emailCollectionType");
    const data = { title: "Email", is_required: true, config: {} };
    this.form.add(item, { id: "email", question_type: "email", data });
    if (collection === "VERIFIED")
      item.changed("email_collection", "Respondents enter their email address. It isn't taken from their account.");
  }

  private end: GraphNode | null = null;

  private addEnd(): GraphNode {
    if (this.end) return this.end;
    const data = { title: "Thank you", config: this.isQuiz ? { show_score: true } : {} };
    this.end = { id: this.form.freeId("end"), question_type: "end_screen", data };
    this.form.nodes.push(this.end);
    return this.end;
  }

  private add(raw: Raw, source: string): void {
    if (raw.pageBreakItem !== undefined) {
      this.pages.end();
      this.pages.start(text(raw.title), text(raw.description));
      this.sections.start(text(raw.itemId));
      return;
    }
    const item = this.form.item(placed(source, text(raw.title)));
    if (raw.questionItem !== undefined) this.addQuestion(item, raw, record(raw.questionItem));
    else if (raw.questionGroupItem !== undefined) this.addGrid(item, raw, record(raw.questionGroupItem));
    else if (raw.videoItem !== undefined) this.addVideo(item, raw, record(raw.videoItem));
    else if (raw.textItem !== undefined || raw.imageItem !== undefined) this.addNote(item, raw, record(raw.imageItem));
    else item.lost("type", "The item is of an unknown type.");
  }

  private addQuestion(item: Item, raw: Raw, questionItem: Raw): void {
    const question = record(questionItem.question);
    const converted = googleQuestion(item, question, this.form);
    if (!converted) {
      item.lost("type", "The question is of an unknown type.");
      return;
    }
    const node = this.addNode(item, raw, converted, question.required === true);
    addImage(item, node, record(questionItem.image));
    noteFeedback(item, [record(question.grading)]);
    if (question.grading !== undefined) addScore(item, node, converted, record(question.grading));
    if (converted.options)
      this.sections.readJumps(item, node, converted.options, records(record(question.choiceQuestion).options));
  }

  private addNode(
    item: Item,
    raw: Raw,
    { question_type, config, labels = "" }: GoogleQuestion,
    isRequired: boolean,
  ): GraphNode {
    const title = text(raw.title);
    if (title === "") item.changed("title", "The question has no title.");
    const description = [text(raw.description), labels].filter(Boolean).join("\n\n");
    const data = { ...worded(item, title || "Question", description), is_required: isRequired, config };
    return this.form.add(item, { id: text(raw.itemId) || "question", question_type, data });
  }

  private addGrid(item: Item, raw: Raw, group: Raw): void {
    const node = addGrid(this.form, item, raw, group);
    if (node) addImage(item, node, record(group.image));
  }

  /** Shows a link, because videos aren't played here. */
  private addVideo(item: Item, raw: Raw, { video, caption }: Raw): void {
    const address = text(record(video).youtubeUri);
    if (address === "") {
      item.lost("media", "The video has no address.");
      return;
    }
    const description = [text(raw.description), text(caption), address].filter(Boolean).join("\n\n");
    const data = { ...worded(item, text(raw.title) || "Video", description), config: { button_text: "Continue" } };
    this.form.add(item, { id: text(raw.itemId) || "video", question_type: "welcome_screen", data });
    item.changed("media", "The video isn't played on the page. Its address is shown.");
  }

  private addNote(item: Item, raw: Raw, imageItem: Raw): void {
    const image = record(imageItem.image);
    const address = imageAddress(image);
    if (raw.imageItem !== undefined && address === null && text(raw.title) === "") {
      item.lost("media", "The image has no https URL.");
      return;
    }
    const title = text(raw.title);
    const texts = title || raw.description ? worded(item, title, text(raw.description)) : {};
    const data = { ...texts, config: { button_text: "Continue" } };
    const node = this.form.add(item, { id: text(raw.itemId) || "note", question_type: "welcome_screen", data });
    addImage(item, node, image);
  }
}

/** Shows an image above the title. */
function addImage(item: Item, node: GraphNode, image: Raw): void {
  if (Object.keys(image).length === 0) return;
  const url = imageAddress(image);
  if (url === null) {
    item.lostPart("media", "Its image has no https URL.");
    return;
  }
  node.data.image = { url, alt: fitted(text(image.altText)) };
  if (text(image.sourceUri) !== url)
    item.changed("image_link", "Google's link to the image expires. Upload the image in the builder.");
}
