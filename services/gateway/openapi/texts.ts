import { conditionTexts } from "../../../shared/domain/conditions/condition.texts.ts";
import { reasonTexts } from "../../../shared/domain/reason.texts.ts";
import { auditTexts } from "../../../shared/domain/shapes/audit.texts.ts";
import { authTexts } from "../../../shared/domain/shapes/auth.texts.ts";
import { calculationTexts } from "../../../shared/domain/shapes/calculation.texts.ts";
import { configsTexts } from "../../../shared/domain/shapes/configs.texts.ts";
import { diffTexts } from "../../../shared/domain/shapes/diff.texts.ts";
import { eventsTexts } from "../../../shared/domain/shapes/events.texts.ts";
import { filesTexts } from "../../../shared/domain/shapes/files.texts.ts";
import { formsTexts } from "../../../shared/domain/shapes/forms.texts.ts";
import { graphTexts } from "../../../shared/domain/shapes/graph.texts.ts";
import { imagesTexts } from "../../../shared/domain/shapes/images.texts.ts";
import { importsTexts } from "../../../shared/domain/shapes/imports.texts.ts";
import { insightsTexts } from "../../../shared/domain/shapes/insights.texts.ts";
import { integrationsTexts } from "../../../shared/domain/shapes/integrations.texts.ts";
import { linkMailsTexts } from "../../../shared/domain/shapes/linkMails.texts.ts";
import { linksTexts } from "../../../shared/domain/shapes/links.texts.ts";
import { mailsTexts } from "../../../shared/domain/shapes/mails.texts.ts";
import { membersTexts } from "../../../shared/domain/shapes/members.texts.ts";
import { problemTexts } from "../../../shared/domain/shapes/problem.texts.ts";
import { securityTexts } from "../../../shared/domain/shapes/security.texts.ts";
import { sessionsTexts } from "../../../shared/domain/shapes/sessions.texts.ts";
import { simulationTexts } from "../../../shared/domain/shapes/simulation.texts.ts";
import { ssoTexts } from "../../../shared/domain/shapes/sso.texts.ts";
import { templatesTexts } from "../../../shared/domain/shapes/templates.texts.ts";
import { themesTexts } from "../../../shared/domain/shapes/themes.texts.ts";
import { translationsTexts } from "../../../shared/domain/shapes/translations.texts.ts";
import { usageTexts } from "../../../shared/domain/shapes/usage.texts.ts";
import { workspacesTexts } from "../../../shared/domain/shapes/workspaces.texts.ts";
import type { Texts } from "../../../shared/domain/texts.ts";

/** Texts of all shapes, which stand beside them. */
const described = [
  ...conditionTexts,
  ...reasonTexts,
  ...auditTexts,
  ...authTexts,
  ...calculationTexts,
  ...configsTexts,
  ...diffTexts,
  ...eventsTexts,
  ...filesTexts,
  ...formsTexts,
  ...graphTexts,
  ...imagesTexts,
  ...importsTexts,
  ...insightsTexts,
  ...integrationsTexts,
  ...linkMailsTexts,
  ...linksTexts,
  ...mailsTexts,
  ...membersTexts,
  ...problemTexts,
  ...securityTexts,
  ...sessionsTexts,
  ...simulationTexts,
  ...ssoTexts,
  ...templatesTexts,
  ...themesTexts,
  ...translationsTexts,
  ...usageTexts,
  ...workspacesTexts,
];
/** Texts of a shape's properties. */
export const textsOf: ReadonlyMap<unknown, Texts> = new Map(
  described.flatMap(({ shapes, texts }) => shapes.map((shape) => [shape, texts] as const)),
);
