import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason:
    "Pathform ने यह ईमेल इसलिए भेजा है क्योंकि फ़ॉर्म “{title}” में यह पता लिखा गया था। अगर आपने नहीं लिखा था, तो इस ईमेल को अनदेखा करें।",
  rest: "बाकी नहीं दिखाया गया है।",
  file: "फ़ाइल {number}",
  signed: "हस्ताक्षर किया गया",
  answer: "फ़ॉर्म भरें",
  invitationReason: "आपको यह ईमेल इसलिए मिला है क्योंकि {workspace} ने आपको फ़ॉर्म “{title}” भरने के लिए आमंत्रित किया है।",
  reminder: "रिमाइंडर: {subject}",
  reminderReason:
    "आपको यह रिमाइंडर इसलिए मिला है क्योंकि {workspace} ने आपको फ़ॉर्म “{title}” भरने के लिए आमंत्रित किया है। आपके उत्तर अभी तक नहीं मिले हैं।",
  resume: "उत्तर देना जारी रखें",
  resumeSubject: "उत्तर देना जारी रखें: {title}",
  resumeText: "जहाँ छोड़ा था, वहीं से जारी रखने के लिए यह लिंक खोलें। यह 30 दिनों तक मान्य है और केवल एक बार काम करता है।",
  resumeReason:
    "आपको यह ईमेल इसलिए मिला है क्योंकि फ़ॉर्म “{title}” में यह लिंक माँगा गया था। अगर आपने नहीं माँगा था, तो इसे अनदेखा करें।",
  unsubscribe: "आमंत्रण पाना बंद करें",
  unsubscribeTitle: "आमंत्रण पाना बंद करें?",
  unsubscribeText: "{address} को {workspace} से और आमंत्रण नहीं मिलेंगे।",
  unsubscribedTitle: "आमंत्रण बंद कर दिए गए हैं",
  unsubscribedText: "{address} को अब {workspace} से आमंत्रण नहीं मिलेंगे।",
  expiredTitle: "लिंक की अवधि समाप्त हो गई है",
  expiredText: "सबसे नए ईमेल में दिए गए लिंक का इस्तेमाल करें।",
  busyTitle: "सेवा अभी व्यस्त है",
  busyText: "एक मिनट बाद फिर कोशिश करें।",
};
