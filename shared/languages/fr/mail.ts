import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform a envoyé cet e-mail parce que cette adresse a été saisie dans le formulaire «\u202f{title}\u202f». Si ce n’était pas vous, ignorez cet e-mail.",
  rest: "La suite n’est pas affichée.",
  file: "Fichier {number}",
  signed: "Signé",
  answer: "Remplir le formulaire",
  invitationReason:
    "Vous recevez cet e-mail parce que {workspace} vous invite à remplir le formulaire «\u202f{title}\u202f».",
  reminder: "Rappel\u00a0: {subject}",
  reminderReason:
    "Vous recevez ce rappel parce que {workspace} vous invite à remplir le formulaire «\u202f{title}\u202f». Vos réponses ne nous sont pas encore parvenues.",
  resume: "Reprendre le formulaire",
  resumeSubject: "Reprendre le formulaire\u00a0: {title}",
  resumeText: "Ouvrez ce lien pour reprendre là où vous en étiez. Il fonctionne une seule fois, pendant 30 jours.",
  resumeReason:
    "Vous recevez cet e-mail parce que ce lien a été demandé dans le formulaire «\u202f{title}\u202f». Si ce n’était pas vous, ignorez-le.",
  unsubscribe: "Se désabonner",
  unsubscribeTitle: "Se désabonner\u202f?",
  unsubscribeText: "{address} ne recevra plus d’invitations de {workspace}.",
  unsubscribedTitle: "Désabonnement effectué",
  unsubscribedText: "{address} ne reçoit plus d’invitations de {workspace}.",
  expiredTitle: "Lien expiré",
  expiredText: "Utilisez le lien de l’e-mail le plus récent.",
  busyTitle: "Le service est saturé",
  busyText: "Réessayez dans une minute.",
};
