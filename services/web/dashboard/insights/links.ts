import { createContext, useContext } from "react";
import { answerHref, responseHref, responsesHref } from "../form/sessionFilters.ts";

/** Whether the user may read the responses behind the figures. */
export const ReadsResponses = createContext(true);

type Maybe<F extends (...given: never[]) => string> = (...given: Parameters<F>) => string | undefined;

/** URLs of the responses behind a figure, or undefined for users who may not read them. */
interface Links {
  responsesHref: Maybe<typeof responsesHref>;
  responseHref: Maybe<typeof responseHref>;
  answerHref: Maybe<typeof answerHref>;
}

const none = () => undefined;
const closed: Links = { responsesHref: none, responseHref: none, answerHref: none };

export const useLinks = (): Links =>
  useContext(ReadsResponses) ? { responsesHref, responseHref, answerHref } : closed;
