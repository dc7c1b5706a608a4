/**
 * What the staff is told in Telegram and by mail, in English; the other languages have the same shape. What stands in braces is
 * filled in. Words that the inbox has, too, are in `content/inbox/`.
 */
export const en = {
  tashkent: '{time} (Tashkent time)',
  languages: { uz: 'Uzbek', en: 'English', ru: 'Russian' },

  lead: {
    arrived: 'New lead {ref}',
    known: 'Lead {ref}',
    suspected: '⚠️ This may be spam',
    name: 'Name',
    phone: 'Phone',
    email: 'E-mail',
    pageLanguage: 'Page language',
    source: 'Source',
    time: 'Time',
    message: 'Message',
    write: 'Write in Telegram',
    /** Before the address of the lead, and before its reference. */
    cut: 'The text was cut. All of it:',
    cutAsk: 'The text was cut. Ask whoever has the server for all of it, by the reference:',
    /** Before its address there. */
    inInbox: 'Status and notes',
    erased: 'This lead was erased.',
  },

  /** The file for spreadsheets: how its name begins, its headings that are said nowhere else, and what a cell says of spam. */
  csv: {
    file: 'leads',
    ref: 'Reference',
    time: 'Time (Tashkent)',
    status: 'Status',
    spam: 'Spam',
    yes: 'yes',
  },

  /** As Telegram lists them. */
  commands: {
    today: 'Today’s leads',
    new: 'Leads that wait for an answer',
    find: 'Search: /find 4567 or /find Aziza',
    stats: 'The last 30 days in figures',
    link: 'A link and a QR code for a post or a flyer: /link reels12',
    export: 'All leads in a file for Excel',
    help: 'What this bot can do',
  },

  /** Said to whoever pressed or wrote something. */
  bot: {
    markedSpam: 'Marked as spam',
    unmarkedSpam: 'Taken back from spam',
    marked: 'Marked: {status}',
    takenBack: 'Taken back: {status}',
    already: 'It is marked already: {status}',
    leftBehind: 'This old message is no longer updated, get a new one: /find {ref}',
    notNow: 'Not saved yet. Look at the message in a minute: if it has not changed, press again.',
    notDone: 'This could not be done. Try again in a few minutes.',
    unknown:
      'This lead is not in the database: it was erased, or is missing after a restore. The message stays as it is: copy what you need.',
    noNote: 'The note was not saved: it must be a text of at most 5000 characters.',
    noLead: 'The note was not saved: reply to the message of the lead itself.',
    noCommand: 'There is no such command. What I can do: /help',
    whatToFind: 'What shall I look for? For example: 4567 or Aziza',
    whichLink: 'Write a name for the link, for example: reels12',
    noSite: 'No link can be made: the server does not know the address of the site (SITE_URL).',
    noFile:
      'The file could not be sent: it is too large, files are forbidden in this chat, or Telegram did not answer. If it came nevertheless, delete it yourselves: the bot cannot take it back.',
    noQr: 'The QR code was not sent, or not in both forms: pictures or files may be forbidden in this chat.',
    fileThere: 'Leads can be saved as a file here: {inbox}',
    exported: 'All leads. The file holds people’s data: take care of it.',
    help: 'Leads come here.',
    helpMore: 'The buttons under each set its status, and what you reply to it is kept as a note.',
    nobodyToday: 'No lead today so far',
    today: 'Today: {count}',
    nobodyWaits: 'No lead waits for an answer',
    waiting: 'Waiting for an answer: {count}',
    restInInbox: '{count} more: {inbox}',
    restInFile: '{count} more, all in the file: /export',
    lastDays: 'The last {count} days',
    visits: 'visits {count}',
    leads: 'leads {count}',
    clients: 'clients {count}',
  },

  notices: {
    digest: 'Daily digest, {day}',
    fresh: 'New leads: {count} (since {time})',
    nothingFresh: 'No new leads (since {time})',
    suspects: 'Taken for spam: {count}, please check',
    waiting: 'Waiting for an answer for more than a day: {count}',
    waitingListed: 'Waiting for an answer for more than a day: {count} (the list: /new)',
    nobodyWaits: 'No lead has waited for an answer for more than a day',
    places: 'Places taken this season: {taken} / {of}',
    deadline: 'Days left to submit documents: {days} ({date}): {names}',
    oldBackup: '⚠️ The last backup is from {time}: tell whoever looks after the server',
    ill: '⚠️ {channel} does not work',
    safe: 'No lead is lost: they are kept, and sent when the connection is back.',
    mend: 'If you cannot mend it yourself, tell whoever looks after the server.',
    well: '✅ {channel} works again',
    arriving: 'Leads arrive again.',
    givenUp: 'All attempts were made: they will not be sent again by themselves.',
    refs: 'Reference: {refs}',
    refsMore: 'Reference: {refs} and {count} more',
    resend: 'When the channel is mended, open the lead and press “{button}”, or ask whoever has the server.',
    left: '⚠️ Erased leads may still stand in Telegram',
    lookThere:
      'The bot cannot take them back. Find them in the chat by their reference and delete them, and old files of /export as well.',
    storeDown: '⚠️ Leads are not being stored',
    notStored:
      'Since {time} the database of leads does not work: new leads are not stored, or do not arrive.',
    tellNow: 'Tell whoever looks after the server, at once.',
    storeBack: '✅ Leads are being stored again',
    meanwhile: 'In the meantime some visitors may not have been able to send the form.',
  },

  code: {
    title: 'The code for the inbox',
    browser: 'Browser: {browser}',
    rule: 'The code works for {minutes} minutes, once, and only in the browser that asked for it.',
    warning:
      'If neither you nor a colleague asked for it, tell it to nobody: without the code nobody comes in.',
  },

  test: {
    title: 'Test message',
    sent: '{name} sent it from the inbox, {time}.',
    meaning: 'As this has arrived, new leads will arrive here, too.',
  },
};

export type StaffWords = typeof en;
