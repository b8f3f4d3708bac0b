import { questionTypes } from "../../shared/questions/question.ts";

test("smoke", () => expect(questionTypes).toHaveLength(20));
