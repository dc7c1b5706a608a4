/**
 * Messages to the staff in Telegram and by email. The other languages have the same shape; placeholders are in braces. Texts
 * shared with the inbox are in `content/inbox/`.
 */
export const en = {
  tashkent: '{time} (Tashkent time)',
  languages: { uz: 'Uzbek', en: 'English', ru: 'Russian' },

  lead: {
    newTitle: 'New lead {ref}',
    title: 'Lead {ref}',
    suspected: '⚠️ Possible spam',
    name: 'Name',
    phone: 'Phone',
    email: 'Email',
    pageLanguage: 'Page language',
    source: 'Source',
    time: 'Time',
    message: 'Message',
    write: 'Message on Telegram',
    /** Above a lead: who entered it by hand, or to whose account the person wrote. */
    addedBy: 'Added by {name}',
    wroteTo: 'Wrote to {name} in Telegram',
    /** `cut` precedes a link to the lead; `cutAsk` its reference, when there is no inbox to link to. */
    cut: 'Text shortened. Full text:',
    cutAsk: 'Text shortened. To get the full text, give your server admin this reference:',
    /** Before a link. */
    inInbox: 'Open in the inbox',
    erased: 'This lead has been deleted.',
    /** Above a lead that is posted again. */
    unanswered: '⏰ Still waiting for a reply',
    reminder: '⏰ Reminder',
    /** A button under a lead in Telegram. */
    remind: 'Remind me',
    /** Buttons that offer a time for a reminder. */
    remindInHour: 'In an hour',
    remindToday: 'Today, 18:00',
    remindTomorrow: 'Tomorrow, 09:00',
    remindLater: 'In 3 days, 09:00',
    back: '‹ Back',
  },

  /** Stands for a direct message without text. */
  direct: {
    photo: '[photo]',
    voice: '[voice message]',
    video: '[video]',
    contact: '[contact]',
    file: '[file]',
    other: '[message without text]',
  },

  /** The CSV export: file name, headings not used elsewhere, and the value of the spam column. */
  csv: {
    file: 'leads',
    ref: 'Reference',
    time: 'Time (Tashkent)',
    status: 'Status',
    spam: 'Spam',
    yes: 'yes',
    lastNote: 'Last note',
    reminder: 'Reminder',
  },

  /** Telegram lists these beside the commands. */
  commands: {
    today: 'Today’s leads',
    new: 'Leads waiting for a reply',
    find: 'Search: /find 4567 or /find Aziza',
    add: 'Add someone who phoned: /add Botir, 90 111 99 88, Italy',
    stats: 'Stats for the last 30 days',
    link: 'A link and QR code for a post or flyer: /link reels12',
    export: 'All leads as a file for Excel',
    help: 'What this bot can do',
  },

  /** Replies to button presses and messages. */
  bot: {
    markedSpam: 'Marked as spam',
    unmarkedSpam: 'Marked as not spam',
    marked: 'Marked as {status}',
    statusUndone: 'Changed back to {status}',
    already: 'Already marked as {status}',
    failed: 'That didn’t work. Try again in a few minutes.',
    unknown:
      'This lead is not in the database: it was deleted, or was lost when a backup was restored. The bot can no longer change or delete this message. If you still need the data, copy it from here.',
    noNote: 'Note not saved. It must be text of up to 5000 characters.',
    noLead: 'Note not saved. Reply to the message that shows the lead.',
    noCommand: 'Unknown command. See what I can do: /help',
    whatToFind: 'What should I search for? For example: 4567 or Aziza',
    whomToAdd: 'Write a name and a phone number (or @username), for example: Botir, 90 111 99 88, Italy',
    /** Above the leads with the same number, before a button. */
    sameNumber: 'Not added yet: this number is already here.',
    addAnyway: 'Add all the same',
    added: 'Added: {ref}',
    voiceNote: 'Voice message',
    whichLink: 'What should the link be called? For example: reels12',
    noSite: 'Cannot create a link: the site’s address is not set on the server (SITE_URL).',
    exported: 'All leads. This file contains personal data: handle it with care.',
    help: 'New leads are posted here.',
    helpMore: 'Use the buttons under a lead to set its status. Reply to it to add a note.',
    noneToday: 'No leads today so far',
    today: 'Today: {count}',
    noneWaiting: 'No leads are waiting for a reply',
    waiting: 'Waiting for a reply: {count}',
    moreInInbox: '{count} more: {inbox}',
    moreInFile: '{count} more. All of them as a file: /export',
    lastDays: 'Last {count} days',
    visits: 'visits {count}',
    leads: 'leads {count}',
    clients: 'clients {count}',
  },

  alerts: {
    digest: 'Daily digest, {day}',
    newLeads: 'New leads: {count} (since {time})',
    noNewLeads: 'No new leads (since {time})',
    suspects: 'Possible spam: {count}, please check',
    waiting: 'Waiting for a reply for more than a day: {count}',
    noneWaiting: 'No lead has been waiting for more than a day',
    places: 'Places taken this season: {taken} / {of}',
    deadline: 'Application deadline {date} (days left: {days}): {names}',
    failing: '⚠️ {channel} is failing',
    leadsSafe: 'Leads are not lost: they are saved, and delivery is retried for three days.',
    fixHint: 'If you can’t fix it yourself, tell your server admin.',
    working: '✅ {channel} is working again',
    /** `problem`: the title of an earlier alert. */
    over: '✅ Solved: {problem}',
    /** Direct messages to this colleague. */
    accountEnded: '⚠️ {name}: direct messages no longer arrive',
    accountEndedHint:
      'The bot is no longer connected to this Telegram account, or its owner has left the chat. People who write there do not become leads. The guide says how to connect it: “Help” in the inbox.',
    refused: '{channel} refuses leads: {count}.',
    refusedHint:
      'Other leads are not affected. Delivery of these is retried for three days; if they do not arrive, open them in the inbox.',
    leadsArriving: 'Leads are being delivered again.',
    givenUp: 'All attempts failed. These leads will not be sent again automatically.',
    refs: 'References: {refs}',
    resend: 'Once the channel is working, open the lead and press “{button}”, or ask your server admin.',
    undeleted: '⚠️ Deleted leads may still be visible in Telegram',
    undeletedHint:
      'The bot cannot remove them. Find them in the chat by their reference and delete them, along with any old /export files.',
    databaseDown: '⚠️ Leads are not being saved',
    leadsNotStored:
      'The leads database has not been working since {time}: new leads are not being saved or do not reach you.',
    tellAdminNow: 'Tell your server admin right away.',
    databaseBack: '✅ Leads are being saved again',
    formWasDown: 'Some visitors may not have been able to send the form in the meantime.',
    dueToday: 'Reminders due: {count} ({refs})',
    published: '✏️ The site was changed ({who})',
    moreChanges: 'more changes: {count}',
    backupFails: '⚠️ Backups have been failing for more than a day',
    retentionStopped: '⚠️ Old leads were not deleted',
    retentionTooMany:
      'Leads past their retention period: {count}, more than half of all. Nothing was deleted, because a setting or the clock is probably wrong.',
  },

  code: {
    title: 'Sign-in code for the inbox',
    browser: 'Browser: {browser}',
    rule: 'The code is valid for {minutes} minutes, works once, and only in the browser that requested it.',
    warning:
      'If neither you nor a colleague requested it, do not share it with anyone: nobody can sign in without the code.',
  },

  test: {
    title: 'Test message',
    sent: 'Sent from the inbox by {name}, {time}.',
    meaning: 'If you can read this, new leads will arrive here too.',
  },
};

export type StaffWords = typeof en;
