import type { StaffWords } from './en.ts';

export const uz: StaffWords = {
  tashkent: '{time} (Toshkent vaqti)',
  languages: { uz: 'oʻzbekcha', en: 'inglizcha', ru: 'ruscha' },

  lead: {
    newTitle: 'Yangi murojaat {ref}',
    title: 'Murojaat {ref}',
    suspected: '⚠️ Spamga oʻxshaydi',
    name: 'Ism',
    phone: 'Telefon',
    email: 'E-mail',
    pageLanguage: 'Sahifa tili',
    source: 'Manba',
    time: 'Vaqt',
    message: 'Xabar',
    write: 'Telegram orqali yozish',
    addedBy: '{name} kiritdi',
    wroteTo: 'Telegramda kimga yozgan: {name}',
    cut: 'Matn qisqartirildi. Toʻliq matn:',
    cutAsk: 'Matn qisqartirildi. Toʻliq matnni server administratoridan soʻrang, murojaat raqami:',
    inInbox: 'Murojaatlar boʻlimida ochish',
    erased: 'Bu murojaat oʻchirilgan.',
    unanswered: '⏰ Hali javob berilmagan',
    reminder: '⏰ Eslatma',
    remind: 'Eslatish',
  },

  direct: {
    photo: '[surat]',
    voice: '[ovozli xabar]',
    video: '[videoxabar]',
    contact: '[kontakt]',
    file: '[fayl]',
    other: '[matnsiz xabar]',
  },

  csv: {
    file: 'murojaatlar',
    ref: 'Murojaat raqami',
    time: 'Vaqt (Toshkent)',
    status: 'Holat',
    spam: 'Spam',
    yes: 'ha',
  },

  commands: {
    today: 'Bugungi murojaatlar',
    new: 'Javob kutayotgan murojaatlar',
    find: 'Qidirish: /find 4567 yoki /find Aziza',
    stats: 'Soʻnggi 30 kun statistikasi',
    link: 'Post yoki flayer uchun havola va QR kod: /link reels12',
    export: 'Barcha murojaatlar Excel uchun faylda',
    help: 'Bot nimalar qila oladi',
  },

  bot: {
    markedSpam: 'Spam deb belgilandi',
    unmarkedSpam: 'Spam emas deb belgilandi',
    marked: 'Belgilandi: {status}',
    statusUndone: 'Qaytarildi: {status}',
    remindsTomorrow: 'Eslatma: ertaga 09:00',
    already: 'Allaqachon belgilangan: {status}',
    failed: 'Buni bajarib boʻlmadi. Bir necha daqiqadan keyin qayta urinib koʻring.',
    unknown:
      'Bu murojaat bazada yoʻq: u oʻchirilgan yoki baza zaxira nusxadan tiklanganda yoʻqolgan. Bot bu xabarni endi oʻzgartira yoki oʻchira olmaydi. Maʼlumot hali kerak boʻlsa, shu yerdan nusxalab oling.',
    noNote: 'Izoh saqlanmadi: u matn boʻlishi va 5000 belgidan oshmasligi kerak.',
    noLead: 'Izoh saqlanmadi: murojaat xabarining oʻziga javob yozing.',
    noCommand: 'Bunday buyruq yoʻq. Nimalar qila olishim: /help',
    whatToFind: 'Kimni yoki nimani qidiray? Masalan: 4567 yoki Aziza',
    whichLink: 'Havola uchun nom yozing, masalan: reels12',
    noSite: 'Havola yaratib boʻlmaydi: serverda sayt manzili koʻrsatilmagan (SITE_URL).',
    exported: 'Barcha murojaatlar. Faylda shaxsiy maʼlumotlar bor, ehtiyot boʻling.',
    help: 'Murojaatlar shu yerga keladi.',
    helpMore:
      'Murojaat ostidagi tugmalar uning holatini belgilaydi, xabarga yozilgan javob izoh boʻlib saqlanadi.',
    noneToday: 'Bugun hali murojaat yoʻq',
    today: 'Bugun: {count}',
    noneWaiting: 'Javob kutayotgan murojaat yoʻq',
    waiting: 'Javob kutayotganlar: {count}',
    moreInInbox: 'Yana {count} ta: {inbox}',
    moreInFile: 'Yana {count} ta, hammasi faylda: /export',
    lastDays: 'Soʻnggi {count} kun',
    visits: '{count} tashrif',
    leads: '{count} murojaat',
    clients: '{count} mijoz',
  },

  alerts: {
    digest: 'Kunlik hisobot, {day}',
    newLeads: 'Yangi murojaatlar: {count} ({time} dan beri)',
    noNewLeads: 'Yangi murojaat yoʻq ({time} dan beri)',
    suspects: 'Spamga oʻxshaganlar: {count}, tekshiring',
    waiting: 'Bir kundan ortiq javob kutayotganlar: {count}',
    noneWaiting: 'Bir kundan ortiq javob kutayotgan murojaat yoʻq',
    places: 'Bu mavsumda band joylar: {taken} / {of}',
    deadline: 'Hujjat topshirish muddatiga {days} kun qoldi ({date}): {names}',
    failing: '⚠️ {channel} ishlamayapti',
    leadsSafe: 'Murojaatlar yoʻqolmaydi: ular saqlanadi va uch kun davomida qayta yuborib koʻriladi.',
    fixHint: 'Oʻzingiz tuzata olmasangiz, server administratoriga ayting.',
    working: '✅ {channel} yana ishlayapti',
    over: '✅ Hal boʻldi: {problem}',
    accountEnded: '⚠️ {name}: shaxsiy xabarlar endi kelmayapti',
    accountEndedHint:
      'Bot bu Telegram akkauntidan uzilgan yoki akkaunt egasi guruhdan chiqqan. U yerga yozganlar murojaatlarga tushmaydi. Qayta ulash yoʻli qoʻllanmada: murojaatlar boʻlimidagi “Yordam”.',
    refused: '{channel}: {count} ta murojaat qabul qilinmadi.',
    refusedHint:
      'Boshqa murojaatlarga taʼsiri yoʻq. Bularni yetkazishga uch kun davomida urinib koʻriladi; yetib bormasa, ularni murojaatlar boʻlimida oching.',
    leadsArriving: 'Murojaatlar yana yetib boryapti.',
    givenUp: 'Barcha urinishlar tugadi, bu murojaatlar endi avtomatik qayta yuborilmaydi.',
    refs: 'Murojaat raqamlari: {refs}',
    resend:
      'Kanal yana ishlagach, murojaatni oching va “{button}” tugmasini bosing yoki server administratoriga ayting.',
    undeleted: '⚠️ Oʻchirilgan murojaatlar Telegramda qolgan boʻlishi mumkin',
    undeletedHint:
      'Bot ularni olib tashlay olmaydi. Chatda raqami boʻyicha topib, oʻzingiz oʻchiring; /export bilan olingan eski fayllarni ham oʻchiring.',
    databaseDown: '⚠️ Murojaatlar saqlanmayapti',
    leadsNotStored:
      '{time} dan beri murojaatlar bazasi ishlamayapti: yangi murojaatlar saqlanmayapti yoki yetib kelmayapti.',
    tellAdminNow: 'Server administratoriga darhol ayting.',
    databaseBack: '✅ Murojaatlar yana saqlanyapti',
    formWasDown: 'Shu orada saytdagi formani yubora olmaganlar boʻlishi mumkin.',
    dueToday: 'Bugungi eslatmalar: {count} ({refs})',
    published: '✏️ Sayt yangilandi ({who})',
    moreChanges: 'va yana {count} ta oʻzgarish',
    backupFails: '⚠️ Zaxira nusxalash bir kundan ortiq ishlamayapti',
    retentionStopped: '⚠️ Eski murojaatlar oʻchirilmadi',
    retentionTooMany:
      'Saqlash muddati oʻtgan murojaatlar: {count} ta, bu hammasining yarmidan koʻp. Sozlama yoki soat notoʻgʻri boʻlishi mumkin, shuning uchun hech narsa oʻchirilmadi.',
  },

  code: {
    title: 'Murojaatlar boʻlimiga kirish kodi',
    browser: 'Brauzer: {browser}',
    rule: 'Kod {minutes} daqiqa, bir marta va faqat u soʻralgan brauzerda amal qiladi.',
    warning:
      'Kodni siz yoki hamkasbingiz soʻramagan boʻlsa, hech kimga aytmang: kodsiz hech kim kira olmaydi.',
  },

  test: {
    title: 'Sinov xabari',
    sent: '{name} murojaatlar boʻlimidan yubordi, {time}.',
    meaning: 'Shu xabar kelgan boʻlsa, yangi murojaatlar ham shu yerga keladi.',
  },
};
