import type { MailWords } from "../words.ts";

export const mail: MailWords = {
  copyReason: "Pathform এই ইমেলটি পাঠিয়েছে কারণ “{title}” ফর্মে এই ঠিকানাটি লেখা হয়েছে। আপনি না লিখে থাকলে ইমেলটি উপেক্ষা করুন।",
  rest: "বাকিটা দেখানো হয়নি।",
  file: "ফাইল {number}",
  signed: "স্বাক্ষর করা হয়েছে",
  answer: "ফর্মটি পূরণ করুন",
  invitationReason: "আপনি এই ইমেলটি পেয়েছেন কারণ {workspace} আপনাকে “{title}” ফর্মটি পূরণ করতে আমন্ত্রণ জানিয়েছে।",
  reminder: "রিমাইন্ডার: {subject}",
  reminderReason:
    "আপনি এই রিমাইন্ডারটি পেয়েছেন কারণ {workspace} আপনাকে “{title}” ফর্মটি পূরণ করতে আমন্ত্রণ জানিয়েছে। আপনার উত্তর এখনও আসেনি।",
  resume: "উত্তর দেওয়া চালিয়ে যান",
  resumeSubject: "উত্তর দেওয়া চালিয়ে যান: {title}",
  resumeText: "যেখানে থেমেছিলেন সেখান থেকে চালিয়ে যেতে এই লিঙ্কটি খুলুন। এটি ৩০ দিন বৈধ থাকে এবং একবারই কাজ করে।",
  resumeReason: "আপনি এই ইমেলটি পেয়েছেন কারণ “{title}” ফর্মে এই লিঙ্কটি চাওয়া হয়েছে। আপনি না চেয়ে থাকলে ইমেলটি উপেক্ষা করুন।",
  unsubscribe: "আমন্ত্রণ পাওয়া বন্ধ করুন",
  unsubscribeTitle: "আমন্ত্রণ পাওয়া বন্ধ করবেন?",
  unsubscribeText: "{address} ঠিকানায় {workspace} থেকে আর আমন্ত্রণ যাবে না।",
  unsubscribedTitle: "আমন্ত্রণ বন্ধ করা হয়েছে",
  unsubscribedText: "{address} ঠিকানায় এখন আর {workspace} থেকে আমন্ত্রণ যায় না।",
  expiredTitle: "লিঙ্কটির মেয়াদ শেষ",
  expiredText: "সর্বশেষ ইমেলের লিঙ্কটি ব্যবহার করুন।",
  busyTitle: "পরিষেবাটি এখন ব্যস্ত",
  busyText: "এক মিনিট পরে আবার চেষ্টা করুন।",
};
