/**
 * Telegram's Bot API for tests and development, and the people in its chats. It is as strict about tokens, chats, HTML,
 * lengths and buttons as its documentation (https://core.telegram.org/bots/api).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Received, startHttpStandIn } from './http.ts';
import { type File, readCall, visibleText } from './telegram-call.ts';

type Button = { text: string; callback_data: string };
export type Person = {
  id: number;
  first_name: string;
  last_name?: string;
  username?: string;
  language_code?: string;
  is_bot?: boolean;
};

/** A message that the bot has sent. */
export type TelegramMessage = {
  messageId: number;
  chatId: string;
  html: string;
  text: string;
  buttons: Button[][];
  /** Whether Telegram opens the reply field for it. */
  asksReply: boolean;
  /** The message it answers. */
  replyTo: number | null;
  file: File | null;
  deleted: boolean;
  edits: number;
  sentAt: number;
  /** Telegram refuses to edit some messages and gives no reason. */
  editable: boolean;
};

type Options = {
  token: string;
  chatId: string;
  /** Telegram allows 20 messages a minute in a group. */
  messagesPerMinute?: number;
  /** Called with every accepted message and every edit: development prints them. */
  onMessage?: (message: TelegramMessage) => void;
  onEdit?: (message: TelegramMessage) => void;
};

type Update = { update_id: number } & Record<string, unknown>;
type Parameters = Record<string, unknown>;

const hourMs = 3_600_000;
export const nobody: Person = { id: 500, first_name: 'Nobody' };
export const aziza: Person = { id: 501, first_name: 'Aziza', last_name: 'Karimova', username: 'aziza' };
export const sardor: Person = { id: 502, first_name: 'Sardor' };

/** Calls that `requests` leaves out: they have nothing to do with a lead. */
const polling = /\/(getUpdates|getMe|setMyCommands|sendChatAction)$/;

export async function startTelegramStandIn({
  token,
  chatId,
  messagesPerMinute = 20,
  onMessage,
  onEdit,
}: Options) {
  const messages: TelegramMessage[] = [];
  const reactions: { messageId: number; emoji: string }[] = [];
  const commands: Parameters[] = [];
  let chat = chatId;
  let chatBeforeMigration: string | null = null;
  /** Chats the bot may write to: its group, and those in which somebody wrote to it. */
  const reachable = new Set([chatId]);
  let kicked = false;
  const lastMessage = new Map<string, number>();
  /** Message IDs are counted in each chat. */
  function newMessageId(chatId: string): number {
    const id = (lastMessage.get(chatId) ?? 0) + 1;
    lastMessage.set(chatId, id);
    return id;
  }
  let lastUpdate = 1000;
  let updates: Update[] = [];
  let poll: { end(answer: Answer): void } | null = null;
  let polls = 0;
  const members = new Set([aziza.id, sardor.id]);
  const connections = new Map<string, { id: string; user: Person; is_enabled: boolean }>();
  const connectionOf = (account: Person) =>
    [...connections.values()].findLast(({ user }) => user.id === account.id);
  const queries = new Map<string, (text: string) => void>();
  /** Messages of people, by ID. */
  const written = new Map<number, object>();

  const me = { id: Number(token.split(':')[0]), is_bot: true, first_name: 'Leads', username: 'leads_bot' };

  const methods: Record<string, (call: Parameters, request: Received) => Answer | Promise<Answer>> = {
    getMe: () => result(me),
    getChat: ({ chat_id: id }) => result(chatOf(String(id))),
    getUpdates,
    getChatMember({ chat_id, user_id: id }) {
      if (!String(chat_id).startsWith('-')) return badRequest('PARTICIPANT_ID_INVALID');
      return members.has(Number(id)) ? result({ status: 'member' }) : badRequest('member not found');
    },
    getBusinessConnection: ({ business_connection_id: id }) => {
      const connection = connections.get(String(id));
      return connection ? result(connection) : badRequest('business connection not found');
    },
    setMyCommands(call) {
      commands.push(call);
      return result(true);
    },
    sendChatAction: () => result(true),
    sendMessage: (call) => send(call, 'text', 4096),
    sendDocument: (call) => send(call, 'caption', 1024, call.document as File),
    sendPhoto: (call) => send(call, 'caption', 1024, call.photo as File),
    editMessageText,
    editMessageReplyMarkup,
    editMessageMedia,
    deleteMessage,
    answerCallbackQuery({ callback_query_id: id, text = '' }) {
      const answered = queries.get(String(id));
      if (!answered)
        return badRequest('query is too old and response timeout expired or query ID is invalid');
      if (String(text).length > 200) return badRequest('MESSAGE_TOO_LONG');
      queries.delete(String(id));
      answered(String(text));
      return result(true);
    },
    setMessageReaction(call) {
      const [reaction] = call.reaction as { emoji: string }[];
      reactions.push({ messageId: Number(call.message_id), emoji: reaction?.emoji ?? '' });
      return result(true);
    },
  };

  async function accept(request: Received): Promise<Answer> {
    const [, used, name = ''] = /^\/bot([^/]*)\/(\w+)$/.exec(request.path) ?? [];
    if (used !== token) return refusal(401, 'Unauthorized');
    if (request.body.includes('"business_connection_id"') && name !== 'getBusinessConnection')
      return refusal(403, 'Forbidden: bot has no right to do this in the business account');
    const method = methods[name];
    if (!method) return refusal(404, 'Not Found');
    const call = readCall(request);
    return refusedChat(call.chat_id) ?? method(call, request);
  }

  async function getUpdates(call: Parameters, { gone }: Received): Promise<Answer> {
    polls += 1;
    // The earlier poll ends, not the newcomer.
    poll?.end(refusal(409, 'Conflict: terminated by other getUpdates request'));
    const { offset = 0, limit = 100, timeout = 0 } = call as Record<string, number | undefined>;
    const allowed = call.allowed_updates as string[] | undefined;
    const isAllowed = (update: Update) => !allowed || allowed.some((kind) => kind in update);
    updates = updates.filter((update) => update.update_id >= offset && isAllowed(update));
    let ended: Answer | null = null;
    const own = {
      end(answer: Answer) {
        ended = answer;
      },
    };
    poll = own;
    const until = performance.now() + timeout * 1000;
    while (!ended && !gone.aborted && updates.length === 0 && performance.now() < until) await sleep(5);
    if (poll === own) poll = null;
    return ended ?? result(gone.aborted ? [] : updates.slice(0, limit));
  }

  function refusedChat(id: unknown): Answer | null {
    if (id === undefined) return null;
    if (String(id) === chatBeforeMigration)
      return refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: Number(chat),
      });
    if (!reachable.has(String(id))) return badRequest('chat not found');
    return kicked && String(id) === chat
      ? refusal(403, 'Forbidden: bot was kicked from the group chat')
      : null;
  }

  /** The visible text, or why it is refused. */
  function read(call: Parameters, key: 'text' | 'caption', maxLength: number): string | Answer {
    const html = String(call[key] ?? '');
    const text = call.parse_mode === 'HTML' ? visibleText(html) : html;
    if (text === null) return badRequest("can't parse entities");
    if (key === 'text' && text.trim() === '') return badRequest('message text is empty');
    if (text.length > maxLength) return badRequest('message is too long');
    const sizes = buttonsIn(call).flatMap((row) =>
      row.map(({ callback_data: data }) => Buffer.byteLength(data)),
    );
    return sizes.some((size) => size < 1 || size > 64) ? badRequest('BUTTON_DATA_INVALID') : text;
  }

  function send(call: Parameters, key: 'text' | 'caption', maxLength: number, file?: File): Answer {
    const wait = secondsToWait(String(call.chat_id));
    if (wait > 0) return refusal(429, `Too Many Requests: retry after ${wait}`, { retry_after: wait });
    if (key === 'caption' && !file?.bytes.length) return badRequest('file must be non-empty');
    const text = read(call, key, maxLength);
    if (typeof text !== 'string') return text;
    const message: TelegramMessage = {
      messageId: newMessageId(String(call.chat_id)),
      chatId: String(call.chat_id),
      html: String(call[key] ?? ''),
      text,
      buttons: buttonsIn(call),
      asksReply: (call.reply_markup as { force_reply?: boolean } | undefined)?.force_reply === true,
      replyTo: (call.reply_parameters as { message_id: number } | undefined)?.message_id ?? null,
      file: file ?? null,
      deleted: false,
      edits: 0,
      sentAt: Date.now(),
      editable: true,
    };
    messages.push(message);
    onMessage?.(message);
    return result(toApi(message));
  }

  function secondsToWait(chatId: string): number {
    const sent = messages.filter((message) => message.chatId === chatId && chatId.startsWith('-'));
    const oldest = sent.at(-messagesPerMinute)?.sentAt ?? 0;
    return sent.length < messagesPerMinute
      ? 0
      : Math.max(0, Math.ceil((oldest + 60_000 - Date.now()) / 1000));
  }

  const find = (call: Parameters) =>
    messages.find(
      ({ chatId, messageId, deleted }) =>
        !deleted && chatId === String(call.chat_id) && messageId === Number(call.message_id),
    );

  function editMessageText(call: Parameters): Answer {
    const message = find(call);
    if (!message) return badRequest('message to edit not found');
    if (message.file) return badRequest('there is no text in the message to edit');
    if (!message.editable) return badRequest("message can't be edited");
    const text = read(call, 'text', 4096);
    if (typeof text !== 'string') return text;
    const html = String(call.text);
    const buttons = buttonsIn(call);
    if (message.html === html && JSON.stringify(message.buttons) === JSON.stringify(buttons))
      return badRequest('message is not modified: specified new message content is exactly the same');
    Object.assign(message, { html, text, buttons, edits: message.edits + 1 });
    onEdit?.(message);
    return result(toApi(message));
  }

  function editMessageReplyMarkup(call: Parameters): Answer {
    const message = find(call);
    if (!message) return badRequest('message to edit not found');
    const buttons = buttonsIn(call);
    if (JSON.stringify(message.buttons) === JSON.stringify(buttons))
      return badRequest('message is not modified');
    Object.assign(message, { buttons });
    return result(toApi(message));
  }

  function editMessageMedia(call: Parameters): Answer {
    const message = find(call);
    if (!message) return badRequest('message to edit not found');
    if (!message.editable) return badRequest("message can't be edited");
    const { media: file, caption = '' } = call.media as { media: File; caption?: string };
    Object.assign(message, { file, html: caption, text: caption, buttons: [], edits: message.edits + 1 });
    return result(toApi(message));
  }

  function deleteMessage(call: Parameters): Answer {
    const message = find(call);
    if (!message) return badRequest('message to delete not found');
    if (Date.now() - message.sentAt > 48 * hourMs) return badRequest("message can't be deleted for everyone");
    message.deleted = true;
    return result(true);
  }

  const toApi = (message: TelegramMessage) => ({
    message_id: message.messageId,
    date: Math.floor(message.sentAt / 1000),
    chat: chatOf(message.chatId),
    from: me,
    text: message.text,
    ...(written.has(message.replyTo ?? 0) && { reply_to_message: written.get(message.replyTo ?? 0) }),
    ...(message.buttons.length > 0 && { reply_markup: { inline_keyboard: message.buttons } }),
  });

  const addUpdate = (kind: string, what: object) => updates.push({ update_id: ++lastUpdate, [kind]: what });

  type By = { by?: Person; chatId?: string };
  /** The fields that every message of a person has. */
  const personal = ({
    by = aziza,
    chatId = chat,
    replyTo,
  }: By & { replyTo?: TelegramMessage | undefined }) => {
    reachable.add(chatId);
    return {
      message_id: newMessageId(chatId),
      date: Math.floor(Date.now() / 1000),
      chat: chatOf(chatId),
      from: { is_bot: false, ...by },
      ...(replyTo && { reply_to_message: toApi(replyTo) }),
    };
  };

  const http = await startHttpStandIn(accept, { polling });
  return {
    ...http,
    messages,
    reactions,
    commands,
    polls: () => polls,
    isPolled: () => poll !== null,
    /** The number of updates that were not fetched, or not confirmed. */
    unconfirmed: () => updates.length,
    /** The newest message of a chat that is not deleted. */
    last: (id = chat) => messages.findLast((message) => message.chatId === id && !message.deleted),

    /** Presses the button with this text. Resolves with the answer that the person sees. */
    press(message: TelegramMessage, text: string, by: By = {}): Promise<string> {
      const button = message.buttons.flat().find((each) => each.text === text);
      if (!button) throw new Error(`There is no button "${text}" under: ${message.text}`);
      return this.pressData(button.callback_data, message, by);
    },
    /** The same with made-up data. */
    pressData(data: string, message: TelegramMessage, { by = aziza, chatId = message.chatId }: By = {}) {
      const id = `query-${++lastUpdate}`;
      const answered = new Promise<string>((resolve) => queries.set(id, resolve));
      reachable.add(chatId);
      addUpdate('callback_query', {
        id,
        from: by,
        data,
        chat_instance: '1',
        message: { ...toApi(message), chat: chatOf(chatId) },
      });
      return answered;
    },
    /** Writes a message, a command or a reply, and returns its id. */
    say(
      text: string,
      {
        voice,
        contact,
        ...how
      }: By & { replyTo?: TelegramMessage | undefined; voice?: object; contact?: object } = {},
    ): number {
      const command = /^\/\w+(@\w+)?/.exec(text)?.[0];
      const message = {
        ...personal(how),
        ...(voice || contact ? { voice, contact } : { text }),
        ...(command && { entities: [{ type: 'bot_command', offset: 0, length: command.length }] }),
      };
      written.set(message.message_id, message);
      addUpdate('message', message);
      return message.message_id;
    },
    /** Replies with several pictures, each a message of its own; the last one has the caption. */
    sayAlbum(pictures: number, caption: string, how: By & { replyTo: TelegramMessage }): void {
      for (let left = pictures; left > 0; left--)
        addUpdate('message', {
          ...personal(how),
          media_group_id: 'album',
          photo: [{ file_id: 'picture', file_unique_id: 'picture', width: 1, height: 1 }],
          ...(left === 1 && { caption }),
        });
    },
    /** Somebody edits their message. */
    rewrite(messageId: number, text: string): void {
      const message = { ...written.get(messageId), text, edit_date: ++lastUpdate };
      addUpdate('edited_message', message);
    },

    /** Somebody connects the bot to their account, with no right to reply, or disconnects it. A new connection has a new ID. */
    connect(user: Person, is_enabled = true) {
      const id = (!is_enabled && connectionOf(user)?.id) || `connection-${++lastUpdate}`;
      const date = Math.floor(Date.now() / 1000);
      const rights = { user_chat_id: user.id, rights: {}, can_reply: false };
      const connection = { id, user: { is_bot: false, ...user }, date, is_enabled, ...rights };
      connections.set(id, connection);
      addUpdate('business_connection', connection);
    },
    /** A message in the account's chat with a person, by that person if nothing else is said. Returns its ID. */
    direct(account: Person, person: Person, content: object, by = person): number {
      const connection = connectionOf(account);
      const message = {
        message_id: newMessageId(`${account.id}`),
        date: Math.floor(Date.now() / 1000),
        chat: { ...person, type: 'private' },
        from: { is_bot: false, ...by },
        business_connection_id: connection?.id,
        ...content,
      };
      // A disconnected bot gets nothing.
      if (connection?.is_enabled) {
        const kind = 'edit_date' in content ? 'edited_business_message' : 'business_message';
        addUpdate(kind, message);
      }
      return message.message_id;
    },
    deleteDirect(account: Person, { id, first_name }: Person, message_ids: number[]) {
      const business_connection_id = connectionOf(account)?.id;
      const chat = { id, first_name, type: 'private' };
      addUpdate('deleted_business_messages', { business_connection_id, chat, message_ids });
    },
    leave(person: Person) {
      members.delete(person.id);
    },

    /** The group becomes a supergroup with a new id. */
    migrate(newChatId: string) {
      chatBeforeMigration = chat;
      reachable.add(newChatId);
      chat = newChatId;
    },
    /** The bot is removed from the group, or added again. */
    kick(out = true) {
      kicked = out;
      const member = (status: string) => ({ user: me, status });
      addUpdate('my_chat_member', {
        chat: chatOf(chat),
        from: nobody,
        date: Math.floor(Date.now() / 1000),
        old_chat_member: member(out ? 'member' : 'kicked'),
        new_chat_member: member(out ? 'kicked' : 'member'),
      });
    },
    /** Makes every message this much older. */
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

const buttonsIn = ({ reply_markup: markup }: Parameters): Button[][] =>
  (markup as { inline_keyboard?: Button[][] } | undefined)?.inline_keyboard ?? [];

const answer = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const result = (value: unknown) => answer(200, { ok: true, result: value });
const refusal = (status: number, description: string, parameters?: object) =>
  answer(status, { ok: false, error_code: status, description, parameters });
const badRequest = (problem: string) => refusal(400, `Bad Request: ${problem}`);
