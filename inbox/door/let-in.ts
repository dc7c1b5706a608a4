import type { Me } from '../../contract/inbox.ts';
import { keys, queryClient, type Session } from '../queries.ts';

export const letIn = (me: Me) => queryClient.setQueryData<Session>(keys.me, { me });
