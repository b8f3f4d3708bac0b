/** The checklist of a workspace without an answer. */

export const title = "Get your first answer";
export const progress = (done: number, all: number): string => `${done} of ${all} done`;
export const hide = "Hide checklist";
export const isDone = " (done)";
export const steps = {
  build: { title: "Build", text: "Add your questions, or start from a template." },
  publish: { title: "Publish", text: "Put the form online. You can change it later." },
  share: { title: "Share", text: "Send the link, or embed the form in your site." },
  answer: { title: "First answer", text: "It appears under Responses as it arrives." },
};
export const build = "Open builder";
export const publish = "Publish in builder";
export const share = "Share form";
export const answer = "Answer it yourself";
