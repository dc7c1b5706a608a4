/**
 * Telegram's Bot API for tests and development, as strict about tokens, chats, HTML, lengths and buttons as the real
 * one, and the people in its chats: they press, reply and write commands. Written from its documentation and answers
 * (https://core.telegram.org/bots/api), not from this project's bot.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Received, startHttpStandIn } from './http.ts';
import { type File, readCall, visibleText } from './telegram-call.ts';

export type Button = { text: string; callback_data: string };
export type Person = { id: number; first_name: string; last_name?: string; username?: string };

/** What the bot has sent. */
export type TelegramMessage = {
  messageId: number;
  chatId: string;
  html: string;
  text: string;
  buttons: Button[][];
  /** Whether it opens a reply to itself. */
  asksReply: boolean;
  /** The message it answers. */
  replyTo: number | null;
  file: File | null;
  deleted: boolean;
  edits: number;
  sentAt: number;
  /** Telegram refuses to edit some for no reason it tells. */
  editable: boolean;
};

type Options = {
  token: string;
  chatId: string;
  port?: number;
  /** Called with every accepted message: development prints it. */
  onMessage?: (message: TelegramMessage) => void;
  onEdit?: (message: TelegramMessage) => void;
};

type Update = { update_id: number } & Record<string, unknown>;
type Parameters = Record<string, unknown>;
type Answer = { status: number; headers: Record<string, string>; body: string };
type Asking = { end(answer: Answer): void };

const hourMs = 3_600_000;
export const nobody: Person = { id: 500, first_name: 'Nobody' };
export const aziza: Person = { id: 501, first_name: 'Aziza', last_name: 'Karimova', username: 'aziza' };
export const sardor: Person = { id: 502, first_name: 'Sardor' };

/** What the bot asks by itself, whatever happens to leads. */
const byItself = /\/(getUpdates|getMe|getWebhookInfo|setMyCommands|sendChatAction)$/;

export async function startTelegramStandIn({ token, chatId, port, onMessage, onEdit }: Options) {
  const messages: TelegramMessage[] = [];
  const reactions: { messageId: number; emoji: string }[] = [];
  const commands: Parameters[] = [];
  let chat = chatId;
  let chatBeforeMigration: string | null = null;
  /** Where the bot may write: its group, and whoever has written to it. */
  const open = new Set([chatId]);
  let kicked = false;
  let webhook = '';
  let lastMessage = 0;
  let lastUpdate = 1000;
  let updates: Update[] = [];
  let allowed: unknown[] = [];
  let polling: Asking | null = null;
  let polls = 0;
  const queries = new Map<string, (text: string) => void>();
  /** What people wrote. */
  const written = new Map<number, object>();
  let lastEdit = Math.floor(Date.now() / 1000);

  const me = {
    id: Number(token.split(':')[0]),
    is_bot: true,
    first_name: 'Leads',
    username: 'leads_bot',
    can_join_groups: true,
  };

  const methods: Record<string, (call: Parameters, request: Received) => Answer | Promise<Answer>> = {
    getMe: () => result(me),
    getWebhookInfo: () => result({ url: webhook, has_custom_certificate: false, pending_update_count: 0 }),
    deleteWebhook() {
      webhook = '';
      return result(true);
    },
    setMyCommands(call) {
      const scope = call.scope as { chat_id?: unknown } | undefined;
      const refused = scope?.chat_id === undefined ? null : refusedChat(scope.chat_id);
      if (!refused) commands.push(call);
      return refused ?? result(true);
    },
    getUpdates,
    sendChatAction: (call) => refusedChat(call.chat_id) ?? result(true),
    sendMessage: (call) => send(call, 'text', 4096),
    sendDocument: (call) => send(call, 'caption', 1024, call.document as File),
    sendPhoto: (call) => send(call, 'caption', 1024, call.photo as File),
    editMessageText,
    editMessageMedia,
    deleteMessage,
    answerCallbackQuery({ callback_query_id: id, text = '' }) {
      const answered = queries.get(String(id));
      if (!answered)
        return refusal(
          400,
          'Bad Request: query is too old and response timeout expired or query ID is invalid',
        );
      if (String(text).length > 200) return refusal(400, 'Bad Request: MESSAGE_TOO_LONG');
      queries.delete(String(id));
      answered(String(text));
      return result(true);
    },
    setMessageReaction(call) {
      const refused = refusedChat(call.chat_id);
      if (refused) return refused;
      const [reaction] = call.reaction as { emoji: string }[];
      reactions.push({ messageId: Number(call.message_id), emoji: reaction?.emoji ?? '' });
      return result(true);
    },
  };

  async function accept(request: Received): Promise<Answer> {
    const [, used, method = ''] = /^\/bot([^/]*)\/(\w+)$/.exec(request.path) ?? [];
    if (used !== token) return refusal(401, 'Unauthorized');
    const answer = methods[method];
    return answer ? answer(readCall(request), request) : refusal(404, 'Not Found');
  }

  async function getUpdates(call: Parameters, { gone }: Received): Promise<Answer> {
    polls += 1;
    if (webhook)
      return refusal(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    // The one that asked before is sent away, not the newcomer.
    polling?.end(
      refusal(
        409,
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      ),
    );
    const { offset = 0, limit = 100, timeout = 0 } = call as Record<string, number | undefined>;
    if (Array.isArray(call.allowed_updates)) allowed = call.allowed_updates;
    updates = updates.filter(({ update_id: id }) => id >= offset);
    let ended: Answer | null = null;
    const own: Asking = {
      end(answer) {
        ended = answer;
      },
    };
    polling = own;
    const until = performance.now() + timeout * 1000;
    while (!ended && !gone.aborted && updates.length === 0 && performance.now() < until) await sleep(5);
    if (polling === own) polling = null;
    return ended ?? result(gone.aborted ? [] : updates.slice(0, limit));
  }

  function refusedChat(id: unknown): Answer | null {
    if (String(id) === chatBeforeMigration)
      return refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: Number(chat),
      });
    if (!open.has(String(id))) return refusal(400, 'Bad Request: chat not found');
    return kicked && String(id) === chat
      ? refusal(403, 'Forbidden: bot was kicked from the group chat')
      : null;
  }

  /** The text as it would be seen, or why it is refused. */
  function read(call: Parameters, key: 'text' | 'caption', longest: number): { text: string } | Answer {
    const html = String(call[key] ?? '');
    const text = call.parse_mode === 'HTML' ? visibleText(html) : html;
    if (text === null) return refusal(400, "Bad Request: can't parse entities");
    if (key === 'text' && text.trim() === '') return refusal(400, 'Bad Request: message text is empty');
    if (text.length > longest) return refusal(400, 'Bad Request: message is too long');
    const data = buttonsIn(call)
      .flat()
      .map(({ callback_data }) => callback_data);
    if (data.some((each) => Buffer.byteLength(each) > 64 || each === ''))
      return refusal(400, 'Bad Request: BUTTON_DATA_INVALID');
    return { text };
  }

  function send(call: Parameters, key: 'text' | 'caption', longest: number, file?: File): Answer {
    const refused = refusedChat(call.chat_id);
    if (refused) return refused;
    if (key === 'caption' && !file?.bytes.length) return refusal(400, 'Bad Request: file must be non-empty');
    const readable = read(call, key, longest);
    if (!('text' in readable)) return readable;
    const { text } = readable;
    const reply = call.reply_parameters as
      | { message_id: number; allow_sending_without_reply?: boolean }
      | undefined;
    if (reply && reply.message_id > lastMessage && !reply.allow_sending_without_reply)
      return refusal(400, 'Bad Request: message to be replied not found');
    const message: TelegramMessage = {
      messageId: ++lastMessage,
      chatId: String(call.chat_id),
      html: String(call[key] ?? ''),
      text,
      buttons: buttonsIn(call),
      asksReply: (call.reply_markup as { force_reply?: boolean } | undefined)?.force_reply === true,
      replyTo: reply?.message_id ?? null,
      file: file ?? null,
      ...{ deleted: false, edits: 0, sentAt: Date.now(), editable: true },
    };
    messages.push(message);
    onMessage?.(message);
    return result(seen(message));
  }

  const find = (call: Parameters) =>
    messages.find(
      ({ chatId, messageId, deleted }) =>
        !deleted && chatId === String(call.chat_id) && messageId === Number(call.message_id),
    );

  function editMessageText(call: Parameters): Answer {
    const refused = refusedChat(call.chat_id);
    if (refused) return refused;
    const message = find(call);
    if (!message) return refusal(400, 'Bad Request: message to edit not found');
    if (message.file) return refusal(400, 'Bad Request: there is no text in the message to edit');
    if (!message.editable) return refusal(400, "Bad Request: message can't be edited");
    const readable = read(call, 'text', 4096);
    if (!('text' in readable)) return readable;
    const buttons = buttonsIn(call);
    if (message.html === String(call.text) && JSON.stringify(message.buttons) === JSON.stringify(buttons))
      return refusal(
        400,
        'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
      );
    Object.assign(message, {
      html: String(call.text),
      text: readable.text,
      buttons,
      edits: message.edits + 1,
    });
    onEdit?.(message);
    return result(seen(message));
  }

  function editMessageMedia(call: Parameters): Answer {
    const refused = refusedChat(call.chat_id);
    if (refused) return refused;
    const message = find(call);
    if (!message) return refusal(400, 'Bad Request: message to edit not found');
    if (!message.editable) return refusal(400, "Bad Request: message can't be edited");
    const { media: file, caption = '' } = call.media as { media: File; caption?: string };
    if (!file?.bytes.length) return refusal(400, 'Bad Request: file must be non-empty');
    Object.assign(message, { file, html: caption, text: caption, buttons: [], edits: message.edits + 1 });
    return result(seen(message));
  }

  function deleteMessage(call: Parameters): Answer {
    const refused = refusedChat(call.chat_id);
    if (refused) return refused;
    const message = find(call);
    if (!message) return refusal(400, 'Bad Request: message to delete not found');
    if (Date.now() - message.sentAt > 48 * hourMs)
      return refusal(400, "Bad Request: message can't be deleted for everyone");
    message.deleted = true;
    return result(true);
  }

  /** As it is told in an answer or beside a press or a reply. */
  const seen = (message: TelegramMessage) => ({
    message_id: message.messageId,
    date: Math.floor(message.sentAt / 1000),
    chat: chatOf(message.chatId),
    from: me,
    text: message.text,
    ...(message.buttons.length > 0 && { reply_markup: { inline_keyboard: message.buttons } }),
  });

  function happen(kind: string, what: object): void {
    if (allowed.length > 0 && !allowed.includes(kind)) return;
    updates.push({ update_id: ++lastUpdate, [kind]: what });
  }

  type By = { by?: Person; chatId?: string };
  const at = ({ chatId = chat }: By) => {
    open.add(chatId);
    return chatOf(chatId);
  };

  const http = await startHttpStandIn(accept, { port, background: (path) => byItself.test(path) });
  return {
    ...http,
    messages,
    reactions,
    commands,
    /** How often updates were asked for, and whether somebody is asking. */
    polls: () => polls,
    isPolled: () => polling !== null,
    /** What was not fetched, or not confirmed. */
    waiting: () => updates.length,
    /** The newest message of a chat that is not gone. */
    last: (id = chat) => messages.findLast((message) => message.chatId === id && !message.deleted),

    /** Presses the button with this text under a message. Resolves with what is then said to the person. */
    press(message: TelegramMessage, text: string, by: By = {}): Promise<string> {
      const button = message.buttons.flat().find((each) => each.text === text);
      if (!button) throw new Error(`There is no button "${text}" under: ${message.text}`);
      return this.pressData(button.callback_data, message, by);
    },
    /** The same with any data, as somebody might make up. */
    pressData(data: string, message: TelegramMessage, { by = aziza, chatId = message.chatId }: By = {}) {
      const id = `query-${++lastUpdate}`;
      const answered = new Promise<string>((resolve) => queries.set(id, resolve));
      happen('callback_query', {
        ...{ id, from: by, data, chat_instance: '1' },
        message: { ...seen(message), chat: at({ chatId }) },
      });
      return answered;
    },
    /** Writes a message, or a command, or a reply; answers with its id. */
    say(
      text: string,
      { by = aziza, replyTo, ...where }: By & { replyTo?: TelegramMessage | undefined } = {},
    ): number {
      const command = /^\/\w+(@\w+)?/.exec(text)?.[0];
      const said = {
        message_id: ++lastMessage,
        date: Math.floor(Date.now() / 1000),
        chat: at(where),
        from: { is_bot: false, ...by },
        text,
        ...(command && { entities: [{ type: 'bot_command', offset: 0, length: command.length }] }),
        ...(replyTo && { reply_to_message: seen(replyTo) }),
      };
      written.set(said.message_id, said);
      happen('message', said);
      return said.message_id;
    },
    /** Replies in a channel, where everything is written in the channel's own name. */
    post(text: string, replyTo: TelegramMessage): number {
      const channel = { id: Number(replyTo.chatId), type: 'channel', title: 'Leads' };
      const { from: _, ...replied } = seen(replyTo);
      const said = {
        ...{ message_id: ++lastMessage, date: Math.floor(Date.now() / 1000), chat: channel, text },
        sender_chat: channel,
        reply_to_message: { ...replied, chat: channel, sender_chat: channel },
      };
      written.set(said.message_id, said);
      happen('channel_post', said);
      return said.message_id;
    },
    /** Replies with pictures under one caption, which stands at the last: as many messages as there are pictures. Answers with the first. */
    sayAlbum(
      pictures: number,
      caption: string,
      { by = aziza, replyTo }: By & { replyTo: TelegramMessage },
    ): number {
      const first = lastMessage + 1;
      for (let left = pictures; left > 0; left--)
        happen('message', {
          message_id: ++lastMessage,
          date: Math.floor(Date.now() / 1000),
          chat: chatOf(replyTo.chatId),
          from: { is_bot: false, ...by },
          media_group_id: `album-${first}`,
          photo: [{ file_id: 'picture', file_unique_id: 'picture', width: 1, height: 1 }],
          ...(left === 1 && caption && { caption }),
          reply_to_message: seen(replyTo),
        });
      return first;
    },
    /** Somebody changes what they wrote. */
    rewrite(messageId: number, text: string): void {
      const said = { ...written.get(messageId), text, edit_date: ++lastEdit };
      written.set(messageId, said);
      happen('sender_chat' in said ? 'edited_channel_post' : 'edited_message', said);
    },

    /** The group becomes a supergroup under a new id. */
    migrate(newChatId: string) {
      chatBeforeMigration = chat;
      open.add(newChatId);
      chat = newChatId;
    },
    /** The bot is put out of the group, or back. */
    kick(out = true) {
      if (kicked === out) return;
      kicked = out;
      const member = (status: string) => ({ user: me, status });
      const [before, after] = out ? ['member', 'kicked'] : ['kicked', 'member'];
      happen('my_chat_member', {
        ...{ chat: chatOf(chat), from: nobody, date: Math.floor(Date.now() / 1000) },
        old_chat_member: member(before as string),
        new_chat_member: member(after as string),
      });
    },
    /** Somebody else wants to be called instead; '' ends it. */
    setWebhook(url: string) {
      webhook = url;
    },
    /** Everything sent until now was sent so much earlier. */
    age(ms: number) {
      for (const message of messages) message.sentAt -= ms;
    },
  };
}
export type TelegramStandIn = Awaited<ReturnType<typeof startTelegramStandIn>>;

const chatOf = (id: string) =>
  id.startsWith('-')
    ? { id: Number(id), type: id.startsWith('-100') ? 'supergroup' : 'group', title: 'Leads' }
    : { id: Number(id), type: 'private', first_name: 'Somebody' };

function buttonsIn({ reply_markup: markup }: Parameters): Button[][] {
  return (markup as { inline_keyboard?: Button[][] } | undefined)?.inline_keyboard ?? [];
}

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const result = (value: unknown) => json(200, { ok: true, result: value });

const refusal = (status: number, description: string, parameters?: object) =>
  json(status, { ok: false, error_code: status, description, parameters });
