import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { sourceName } from '#content/inbox/source-name.ts';
import { inboxPath } from '#contract/addresses.ts';
import { contactSources, type LeadInput, leadStatuses } from '#contract/inbox.ts';
import { languageCodes, languages } from '#contract/languages.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { SelectField } from '#inbox/components/SelectField.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useTitle } from '#inbox/components/use-title.ts';
import { useDraft } from '#inbox/drafts.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { keys, queryClient, refetchLeads } from '#inbox/queries.ts';
import styles from './Lead.module.css';
import { OtherLeads } from './OtherLeads.tsx';
import { Back, Heading } from './PageHead.tsx';
import { PersonForm } from './PersonForm.tsx';

const [, ...sources] = contactSources;
type Typed = Omit<LeadInput, 'email'> & { email: string };
const empty: Typed = {
  key: '',
  name: '',
  phone: '',
  email: '',
  message: '',
  language: null,
  source: 'phone',
  status: 'new',
};

export function NewLead() {
  const words = useWords();
  const { draft, write, drop } = useDraft<Typed>('new');
  const typed = { ...empty, ...draft };
  const change = (values: Partial<Typed>) => write({ ...values, key: crypto.randomUUID() });
  const { same, find } = useSameNumber(typed.phone);
  const opened = useOpen();
  const showToast = useToast();
  const add = useMutation({
    async mutationFn() {
      // What is on the screen already does not stop anyone.
      if (!same && (await find())) return null;
      return api.addLead({ ...typed, email: typed.email.trim() || null });
    },
    onSuccess(lead) {
      if (!lead) return;
      drop();
      queryClient.setQueryData(keys.lead(lead.ref), lead);
      void refetchLeads();
      showToast('done', words.lead.saved);
      opened(lead.ref);
    },
    onError: (error) => showToast('problem', failureText(error, words)),
  });
  useTitle(words.newLead.title);
  return (
    <div className={styles.page}>
      <Back />
      <div className={styles.lead}>
        <Heading>{words.newLead.title}</Heading>
        <div className="panel">
          <PersonForm
            values={typed}
            write={(field, text) => change({ [field]: text })}
            missing={(field) =>
              (field === 'name' && words.lead.fillIn) ||
              (field === 'phone' && typed.email.trim() === '' && words.newLead.needsContact)
            }
            below={(field) =>
              field === 'phone' && <div role="status">{same && <OtherLeads leads={same} />}</div>
            }
            save={() => add.isPending || add.mutate()}
          >
            <div className={styles.selects}>
              <SelectField
                name={words.lead.source}
                value={typed.source}
                choose={(source) => change({ source })}
                options={sources.map((source) => [source, sourceName(source, words)])}
              />
              <SelectField
                name={words.lead.status}
                value={typed.status}
                choose={(status) => change({ status })}
                options={leadStatuses.map((status) => [status, words.status[status]])}
              />
              <SelectField
                name={words.lead.language}
                value={typed.language ?? ''}
                choose={(language) => change({ language: language || null })}
                options={[
                  ['', words.unknown],
                  ...languageCodes.map((code) => [code, languages[code].name] as const),
                ]}
              />
            </div>
            <p className="cluster">
              <Button type="submit" look="primary" disabled={add.isPending}>
                {same ? words.newLead.addAnyway : words.lead.save}
              </Button>
            </p>
          </PersonForm>
        </div>
      </div>
    </div>
  );
}

const pauseMs = 300;

/** `same`: the leads that are shown because they have this number; null if there are none. */
function useSameNumber(phone: string) {
  const [looked, setLooked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setLooked(phone), pauseMs);
    return () => clearTimeout(timer);
  }, [phone]);
  const query = (phone: string) => ({ queryKey: keys.same(phone), queryFn: () => api.same(phone) });
  const { data } = useQuery({ ...query(looked), enabled: isNumber(looked) });
  return {
    same: looked === phone && data && data.length > 0 ? data : null,
    async find(): Promise<boolean> {
      if (!isNumber(phone)) return false;
      const found = await queryClient.fetchQuery(query(phone));
      setLooked(phone);
      return found.length > 0;
    },
  };
}

const isNumber = (phone: string) => phone.replace(/\D/g, '').length >= 7;

/** Opens the lead, unless the person has moved on. */
function useOpen() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  return (ref: string) => {
    if (location.pathname !== inboxPath + path) return;
    navigate(`/leads/${ref}${search && `?${search}`}`, { replace: true, state: history.state });
  };
}
