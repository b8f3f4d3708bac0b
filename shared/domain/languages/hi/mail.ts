import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform ने यह ईमेल इसलिए भेजा है क्योंकि फ़ॉर्म “{title}” में यह पता लिखा गया था। अगर आपने नहीं लिखा था, तो इस ईमेल को अनदेखा करें।",
  rest: "बाकी नहीं दिखाया गया है।",
  file: "फ़ाइल {number}",
  answer: "फ़ॉर्म भरें",
  invitationReason: "आपको यह ईमेल इसलिए मिला है क्योंकि {workspace} ने आपको फ़ॉर्म “{title}” भरने के लिए आमंत्रित किया है।",
  reminder: "याद दिलाना: {subject}",
  reminderReason:
    "आपको यह याद दिलाया जा रहा है क्योंकि {workspace} ने आपको फ़ॉर्म “{title}” भरने के लिए आमंत्रित किया है। आपके उत्तर अभी नहीं मिले हैं।",
  resume: "उत्तर देना जारी रखें",
  resumeText: "जहाँ छोड़ा था वहीं से जारी रखने के लिए यह लिंक खोलें। यह 30 दिनों तक केवल एक बार काम करता है।",
  resumeReason:
    "आपको यह ईमेल इसलिए मिला है क्योंकि फ़ॉर्म “{title}” में यह लिंक माँगा गया था। अगर आपने नहीं माँगा था, तो इसे अनदेखा करें।",
  unsubscribe: "सदस्यता छोड़ें",
  unsubscribeTitle: "सदस्यता छोड़ें?",
  unsubscribeText: "{address} को {workspace} से और आमंत्रण नहीं मिलेंगे।",
  unsubscribedTitle: "सदस्यता समाप्त",
  unsubscribedText: "{address} को अब {workspace} से आमंत्रण नहीं मिलते।",
  expiredTitle: "लिंक की अवधि समाप्त हो गई है",
  expiredText: "भेजने वाले से नया लिंक माँगें।",
  busyTitle: "सेवा अभी व्यस्त है",
  busyText: "एक मिनट में फिर कोशिश करें।",
};
